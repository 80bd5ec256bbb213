package io.kvbench.testkit.contract;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The contract of versions as the order of writes, and of the records in an answer with several.
 */
interface OrderContract extends ContractBase {

  @Test
  default void versionsAreTheOrderOfWrites() throws Exception {
    CheckedBinding opened = stage().shared();
    Session session = opened.binding().openSession(0);
    Key key = Keys.next();
    Set<Capability> versioned = EnumSet.noneOf(Capability.class);
    long last = 0;
    for (Capability kind : kindsOfWrites()) {
      long token = kind == Capability.INSERT ? 0 : opened.read(session, key).version();
      Answer written = opened.submit(session, write(kind, key, token)).assertOk();
      if (written.order() > 0) {
        versioned.add(kind);
        assertThat(written.order()).as("the version of %s", kind).isGreaterThan(last);
        last = written.order();
      }
      if (kind == Capability.DELETE) {
        opened.insert(key, Values.of(2));
      }
      long found = opened.read(session, key).order();
      if (stage().hasVersions()) {
        assertThat(found).as("the version found after %s", kind).isGreaterThanOrEqualTo(last);
        assertThat(kind != Capability.DELETE && written.order() > 0 && found != written.order())
            .as("%d was found after %s with version %d", found, kind, written.order())
            .isFalse();
      } else {
        assertThat(found).isZero();
      }
      last = found;
    }
    assertThat(versioned).isEqualTo(stage().versionedWrites());
  }

  private List<Capability> kindsOfWrites() {
    List<Capability> kinds = new ArrayList<>();
    for (Capability kind :
        List.of(
            Capability.INSERT,
            Capability.UPDATE,
            Capability.COMPARE_AND_SET,
            Capability.TRANSACTION,
            Capability.WATCH,
            Capability.DELETE,
            Capability.UPDATE)) {
      if (can(kind)) {
        kinds.add(kind);
      }
    }
    return kinds;
  }

  /** Each has another value: a store may skip a write that changes nothing. */
  private static Operation write(Capability kind, Key key, long token) {
    Value value = Values.of(100 + kind.name().length());
    return switch (kind) {
      case INSERT -> new Operation.Insert(key, value);
      case COMPARE_AND_SET -> new Operation.CompareAndSet(key, token, value);
      case TRANSACTION -> new Operation.Transaction(List.of(new Operation.Update(key, value)));
      case WATCH -> new Operation.Watch(key, value);
      case DELETE -> new Operation.Delete(key);
      default -> new Operation.Update(key, value);
    };
  }

  @Test
  default void recordsInOneAnswerArePassedOnIfTheyAreNeeded() throws Exception {
    try (CheckedBinding opened = stage().open(1)) {
      Session session = opened.binding().openSession(0);
      Key first = Keys.next();
      Key second = Keys.next();
      Map<Key, Value> written = Map.of(first, Values.of(100), second, Values.of(0));
      for (Map.Entry<Key, Value> each : written.entrySet()) {
        opened.insert(each.getKey(), each.getValue());
      }
      for (Operation read : readsOfSeveral(List.copyOf(written.keySet()))) {
        Answer answer = opened.submit(session, read, new Answer(true));
        answer.assertOk();
        if (!stage().passesRecordsOn()) {
          assertThat(answer.contents()).as(read::toString).isEmpty();
          continue;
        }
        assertThat(answer.contents()).as(read::toString).hasSize(2);
        for (Map.Entry<Key, Value> each : written.entrySet()) {
          Answer alone = opened.read(session, each.getKey());
          assertThat(answer.contents().get(each.getKey().toString()))
              .as("%s in %s", each.getKey(), read)
              .isEqualTo(new Answer.Found(Optional.of(each.getValue()), alone.order()));
        }
        Answer unchecked = opened.submit(session, read).assertOk();
        assertThat(unchecked.contents()).isEmpty();
      }
    }
  }

  private List<Operation> readsOfSeveral(List<Key> keys) {
    List<Operation> reads = new ArrayList<>();
    if (can(Capability.SCAN)) {
      Key first =
          keys.getFirst().toString().compareTo(keys.getLast().toString()) < 0
              ? keys.getFirst()
              : keys.getLast();
      reads.add(new Operation.Scan(first, 10, ReadConsistency.DEFAULT));
    }
    if (can(Capability.RANGE_ALL) && can(Capability.RANGE_RECORDS)) {
      reads.add(
          new Operation.Range(
              new KeyRange.All(), 0, RangeContent.RECORDS, false, ReadConsistency.DEFAULT));
    }
    if (can(Capability.READ_TRANSACTION)) {
      reads.add(new Operation.ReadTransaction(keys, ReadConsistency.DEFAULT));
    }
    return reads;
  }

  /** A system may answer as if none of the records existed. */
  @Test
  default void aReadTransactionNamesWhatIsMissing() throws Exception {
    if (!can(Capability.READ_TRANSACTION)) {
      return;
    }
    CheckedBinding opened = stage().shared();
    Key present = Keys.next();
    Key missing = Keys.next();
    opened.insert(present, Values.of(5));
    Operation read =
        new Operation.ReadTransaction(List.of(missing, present), ReadConsistency.DEFAULT);
    Answer answer = opened.submit(opened.binding().openSession(0), read, new Answer(true));
    if (answer.status() == Outcome.OK && stage().passesRecordsOn()) {
      assertThat(requireNonNull(answer.contents().get(missing.toString())).value()).isEmpty();
      assertThat(requireNonNull(answer.contents().get(present.toString())).value())
          .contains(Values.of(5));
    }
  }
}
