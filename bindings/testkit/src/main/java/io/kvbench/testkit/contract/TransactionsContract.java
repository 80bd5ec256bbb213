package io.kvbench.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Value;
import io.kvbench.testkit.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of transactions: all or nothing. Systems without them must reject them. */
interface TransactionsContract extends ContractBase {
  /** What needs each capability of this contract. */
  List<CapabilityExample> EXAMPLES =
      List.of(
          CapabilityExample.of(
              Capability.TRANSACTION,
              Map.of("transactionproportion", "1"),
              target ->
                  new Operation.Transaction(
                      List.of(new Operation.Insert(target.key(), target.value())))),
          CapabilityExample.of(
              Capability.TRANSACTION_GUARD,
              Map.of("stmproportion", "1"),
              target ->
                  new Operation.Transaction(
                      List.of(
                          new Operation.Guard(target.key(), target.version()),
                          new Operation.Insert(Keys.next(), target.value())))),
          CapabilityExample.of(
              Capability.READ_TRANSACTION,
              Map.of("readtransactionproportion", "1"),
              target ->
                  new Operation.ReadTransaction(List.of(target.key()), ReadConsistency.DEFAULT)),
          CapabilityExample.of(
              Capability.SNAPSHOT,
              Map.of("stmproportion", "1", "stm.isolation", "serializable"),
              target -> new Operation.SnapshotRead(target.key(), 0, ReadConsistency.DEFAULT)));

  Value OLD = Values.of(10);
  Value NEW = Values.of(20);
  Value BETWEEN = Values.of(15);

  @Test
  default void aTransactionDoesAllItsWrites() throws Exception {
    CheckedBinding opened = stage().shared();
    Key inserted = Keys.next();
    Key updated = Keys.next();
    Key deleted = Keys.next();
    opened.insert(updated, OLD);
    opened.insert(deleted, OLD);
    List<Operation.Write> writes =
        List.of(
            new Operation.Insert(inserted, NEW),
            new Operation.Update(updated, NEW),
            new Operation.Delete(deleted));
    Answer answer = opened.submit(0, new Operation.Transaction(writes));
    if (!can(Capability.TRANSACTION)) {
      Refused.assertInvalid(answer);
      opened.assertAbsent(inserted);
      opened.assertFound(updated, OLD);
      return;
    }
    answer.assertOk();
    opened.assertFound(inserted, NEW);
    opened.assertFound(updated, NEW);
    opened.assertAbsent(deleted);
  }

  @Test
  default void aTransactionWithAnObstacleDoesNothing() throws Exception {
    CheckedBinding opened = stage().shared();
    for (WriteCase obstacle : obstacles()) {
      for (boolean last : new boolean[] {true, false}) {
        Key key = Keys.next();
        opened.insert(key, OLD);
        long version = opened.read(key).version();
        if (!obstacle.present()) {
          opened.submit(0, new Operation.Delete(key)).assertOk();
        }
        Key other = Keys.next();
        Operation.Write fine = new Operation.Insert(other, NEW);
        Operation.Write bad = (Operation.Write) obstacle.operation(key, version);

        Answer answer =
            opened.submit(
                0, new Operation.Transaction(last ? List.of(fine, bad) : List.of(bad, fine)));

        WriteCase counted =
            new WriteCase(obstacle.kind(), obstacle.present(), true, obstacle.size());
        assertThat(answer.status())
            .as("%s: %s", obstacle, answer)
            .isEqualTo(counted.promised(stage().facts()));
        opened.assertAbsent(other);
      }
    }
  }

  /** Returns writes that make a transaction fail, each alone. */
  private List<WriteCase> obstacles() {
    if (!can(Capability.TRANSACTION)) {
      return List.of();
    }
    List<WriteCase> obstacles = new ArrayList<>();
    for (WriteCase.Kind kind : WriteCase.Kind.values()) {
      for (boolean present : new boolean[] {true, false}) {
        WriteCase together = new WriteCase(kind, present, true, KILOBYTE);
        if (can(kind.needed) && together.promised(stage().facts()) != Outcome.OK) {
          obstacles.add(new WriteCase(kind, present, false, KILOBYTE));
        }
      }
    }
    return obstacles;
  }

  @Test
  default void aConflictKeepsATransactionFromHappening() throws Exception {
    CheckedBinding opened = stage().shared();
    Key key = Keys.next();
    Key other = Keys.next();
    opened.insert(key, OLD);
    long version = opened.read(key).version();
    opened.submit(0, new Operation.Update(key, BETWEEN)).assertOk();
    List<Operation.Write> writes =
        List.of(new Operation.Insert(other, NEW), new Operation.CompareAndSet(key, version, NEW));

    Answer answer = opened.submit(0, new Operation.Transaction(writes));

    if (can(Capability.TRANSACTION) && can(Capability.COMPARE_AND_SET)) {
      assertThat(answer.status()).as(answer::toString).isEqualTo(Outcome.CONFLICT);
    } else {
      Refused.assertInvalid(answer);
    }
    opened.assertAbsent(other);
    opened.assertFound(key, BETWEEN);
  }

  @Test
  default void aGuardKeepsATransactionFromHappeningOnceItsRecordIsWritten() throws Exception {
    CheckedBinding opened = stage().shared();
    Session session = opened.binding().openSession(0);
    Key guarded = Keys.next();
    Key written = Keys.next();
    opened.insert(guarded, OLD);
    opened.insert(written, OLD);
    long version = opened.read(session, guarded).version();
    Operation transaction =
        new Operation.Transaction(
            List.of(new Operation.Guard(guarded, version), new Operation.Update(written, BETWEEN)));
    if (!can(Capability.TRANSACTION_GUARD)) {
      Refused.assertInvalid(opened.submit(session, transaction));
      opened.assertFound(written, OLD);
      return;
    }
    opened.submit(session, transaction).assertOk();
    opened.assertFound(written, BETWEEN);
    opened.assertFound(guarded, OLD);

    opened.submit(0, new Operation.Update(guarded, NEW)).assertOk();
    assertThat(opened.submit(session, transaction).status()).isEqualTo(Outcome.CONFLICT);
    opened.assertFound(written, BETWEEN);
  }

  @Test
  default void readsOfASnapshotFindWhatWasThere() throws Exception {
    CheckedBinding opened = stage().shared();
    Key first = Keys.next();
    Key second = Keys.next();
    opened.insert(first, OLD);
    opened.insert(second, OLD);
    long version = opened.read(second).version();
    Answer begun = opened.submit(0, readAt(first, 0));
    if (!can(Capability.SNAPSHOT)) {
      Refused.assertInvalid(begun);
      return;
    }
    assertThat(Value.of(begun.value())).isEqualTo(OLD);
    assertThat(begun.version()).isEqualTo(opened.read(first).version());
    long snapshot = begun.snapshot();
    assertThat(snapshot).isPositive();
    opened.submit(0, new Operation.Update(second, NEW)).assertOk();

    Answer before = opened.submit(0, readAt(second, snapshot));
    assertThat(Value.of(before.value())).isEqualTo(OLD);
    assertThat(before.version()).isEqualTo(version);
    assertThat(before.snapshot()).isEqualTo(snapshot);
    Answer now = opened.submit(0, readAt(second, 0));
    assertThat(Value.of(now.value())).isEqualTo(NEW);
    assertThat(now.snapshot()).isGreaterThan(snapshot);
    assertThat(opened.status(readAt(Keys.next(), snapshot))).isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  default void aTransactionRequiresThatItsRecordsAreAsOldAsItsSnapshot() throws Exception {
    if (!can(Capability.SNAPSHOT)) {
      return; // without snapshots, no other operation has such a version
    }
    CheckedBinding opened = stage().shared();
    Key written = Keys.next();
    Key other = Keys.next();
    opened.insert(written, OLD);
    opened.insert(other, OLD);
    long snapshot = opened.submit(0, readAt(written, 0)).snapshot();
    opened.submit(0, new Operation.Update(other, BETWEEN)).assertOk();
    Operation.Guard onlyRead = new Operation.Guard(other, opened.read(other).version());

    Operation.Part change =
        new Operation.CompareAndSet(written, opened.read(written).version(), NEW);
    opened.submit(0, new Operation.Transaction(List.of(change, onlyRead), snapshot)).assertOk();
    opened.assertFound(written, NEW);

    Operation.Part again =
        new Operation.CompareAndSet(written, opened.read(written).version(), OLD);
    assertThat(opened.status(new Operation.Transaction(List.of(again), snapshot)))
        .isEqualTo(Outcome.CONFLICT);
    opened.assertFound(written, NEW);
  }

  private static Operation.SnapshotRead readAt(Key key, long snapshot) {
    return new Operation.SnapshotRead(key, snapshot, ReadConsistency.DEFAULT);
  }

  @Test
  default void aReadTransactionCountsTheRecordsThatItFinds() throws Exception {
    CheckedBinding opened = stage().shared();
    List<Key> keys = List.of(Keys.next(), Keys.next(), Keys.next());
    for (Key key : keys) {
      opened.insert(key, OLD);
    }
    Answer answer = opened.submit(0, new Operation.ReadTransaction(keys, ReadConsistency.DEFAULT));
    Answer missing =
        opened.submit(
            0,
            new Operation.ReadTransaction(
                List.of(Keys.next(), Keys.next()), ReadConsistency.DEFAULT));
    if (!can(Capability.READ_TRANSACTION)) {
      Refused.assertInvalid(answer);
      Refused.assertInvalid(missing);
      return;
    }
    answer.assertOk();
    assertThat(answer.records()).hasValue(keys.size());
    assertThat(missing.toStringWhenThere()).isEqualTo(Outcome.NOT_FOUND.name());
  }

  @Test
  default void aTransactionTakesAsManyWritesAsDeclared() throws Exception {
    CheckedBinding opened = stage().shared();
    if (!can(Capability.TRANSACTION)) {
      Refused.assertInvalid(opened.submit(0, inserts(List.of(Keys.next()))));
      return;
    }
    int most = stage().facts().transactionWrites().orElse(500);
    List<Key> keys = IntStream.rangeClosed(0, most).mapToObj(index -> Keys.next()).toList();

    opened.submit(0, inserts(keys.subList(0, most))).assertOk();
    opened.assertFound(keys.getFirst(), NEW);
    opened.assertFound(keys.get(most - 1), NEW);
    if (stage().facts().transactionWrites().isPresent()) {
      List<Key> tooMany = keys.stream().map(key -> Keys.next()).toList();
      Refused.assertNotTaken(opened.submit(0, inserts(tooMany)));
      opened.assertAbsent(tooMany.getFirst());
    }
  }

  private static Operation inserts(List<Key> keys) {
    return new Operation.Transaction(
        keys.stream().<Operation.Write>map(key -> new Operation.Insert(key, NEW)).toList());
  }

  @Test
  default void transactionsSideBySideDoNotMix() throws Exception {
    CheckedBinding opened = stage().shared();
    if (!can(Capability.TRANSACTION)) {
      Refused.assertInvalid(opened.submit(0, inserts(List.of(Keys.next()))));
      return;
    }
    List<Key> keys = List.of(Keys.next(), Keys.next(), Keys.next());
    for (Key key : keys) {
      opened.insert(key, OLD);
    }
    List<Answer> answers = new ArrayList<>();
    for (int client = 0; client < 50; client++) {
      Value value = Values.of(100 + client);
      answers.add(
          opened.submit(
              client,
              new Operation.Transaction(
                  keys.stream()
                      .<Operation.Write>map(key -> new Operation.Update(key, value))
                      .toList())));
    }
    for (Answer answer : answers) {
      answer.assertOk();
    }
    Value last = Value.of(opened.read(keys.getFirst()).value());
    assertThat(last.size()).isGreaterThanOrEqualTo(100);
    for (Key key : keys) {
      opened.assertFound(key, last);
    }
  }
}
