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
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of reads and scans with every consistency, byte for byte. */
interface ReadsContract extends ContractBase {

  /** What needs each capability of this contract. */
  List<CapabilityExample> EXAMPLES =
      List.of(
          CapabilityExample.of(
              Capability.READ_DEFAULT,
              Map.of("readproportion", "1"),
              target -> new Operation.Read(target.key(), ReadConsistency.DEFAULT)),
          CapabilityExample.of(
              Capability.READ_LINEARIZABLE,
              Map.of("readproportion", "1", "readconsistency", "linearizable"),
              target -> new Operation.Read(target.key(), ReadConsistency.LINEARIZABLE)),
          CapabilityExample.of(
              Capability.READ_STALE,
              Map.of("readproportion", "1", "readconsistency", "stale"),
              target -> new Operation.Read(target.key(), ReadConsistency.STALE)),
          CapabilityExample.of(
              Capability.SCAN,
              Map.of("scanproportion", "1"),
              target -> new Operation.Scan(target.key(), 1, ReadConsistency.DEFAULT)));

  /** A read to test. */
  record ReadCase(ReadConsistency consistency, int size) {}

  private Capability needed(ReadConsistency consistency) {
    return switch (consistency) {
      case DEFAULT -> Capability.READ_DEFAULT;
      case LINEARIZABLE -> Capability.READ_LINEARIZABLE;
      case STALE -> Capability.READ_STALE;
    };
  }

  default Stream<ReadConsistency> consistencies() {
    return Stream.of(ReadConsistency.values()).filter(each -> can(needed(each)));
  }

  default Stream<ReadCase> reads() {
    return consistencies()
        .flatMap(consistency -> sizes().mapToObj(size -> new ReadCase(consistency, size)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("reads")
  default void aReadFindsWhatWasWritten(ReadCase read) throws Exception {
    CheckedBinding opened = stage().shared();
    Key key = Keys.next();
    Value value = Values.of(read.size());
    opened.insert(key, value);

    // There is one server, so even a stale read finds it.
    Answer answer = opened.submit(0, new Operation.Read(key, read.consistency()));

    assertThat(answer.status()).as(answer::toString).isEqualTo(Outcome.OK);
    assertThat(Value.of(answer.value())).isEqualTo(value);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("consistencies")
  default void aReadOfNothingIsNotFound(ReadConsistency consistency) throws Exception {
    assertThat(stage().shared().status(new Operation.Read(Keys.next(), consistency)))
        .isEqualTo(Outcome.NOT_FOUND);
  }

  @Test
  default void aValueMayBeAWindowOnASharedArray() throws Exception {
    CheckedBinding opened = stage().shared();
    byte[] pool = Values.of(300).toByteArray();
    for (int offset : new int[] {0, 1, 44, 299, 300}) {
      for (int size : new int[] {0, 1, Math.min(256, pool.length - offset)}) {
        if (offset + size <= pool.length) {
          Key key = Keys.next();
          opened.insert(key, Value.of(pool, offset, size));
          opened.assertFound(key, Value.of(pool, offset, size));
        }
      }
    }
    assertThat(pool).isEqualTo(Values.of(300).toByteArray());
  }

  @Test
  default void everyByteOfAValueComesBack() throws Exception {
    CheckedBinding opened = stage().shared();
    byte[] all = new byte[256];
    IntStream.range(0, all.length).forEach(index -> all[index] = (byte) index);
    for (int index = 0; index < all.length; index += 15) {
      Key key = Keys.next();
      opened.insert(key, Value.of(all, index, 1));
      opened.assertFound(key, Value.of(all, index, 1));
    }
    Key key = Keys.next();
    opened.insert(key, Value.of(all));
    opened.assertFound(key, Value.of(all));
  }

  default Stream<ReadCase> scans() {
    return can(Capability.SCAN) ? reads() : Stream.of(new ReadCase(ReadConsistency.DEFAULT, 0));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("scans")
  default void aScanFindsRecordsFromItsStartOn(ReadCase read) throws Exception {
    try (CheckedBinding opened = stage().open(1)) {
      Session session = opened.binding().openSession(0);
      Key before = Keys.next();
      Key first = Keys.next();
      Key second = Keys.next();
      Key after = Keys.next();
      if (!can(Capability.SCAN)) {
        Refused.assertInvalid(opened.submit(session, scan(before, 1, read)));
        return;
      }
      assertThat(opened.submit(session, scan(before, 10, read)).status())
          .as("a scan of nothing")
          .isEqualTo(Outcome.NOT_FOUND);
      opened.insert(first, Values.of(read.size()));
      opened.insert(second, Values.of(read.size()));
      for (Key start : new Key[] {before, first, second}) {
        for (int limit : new int[] {1, 2, 1000}) {
          Answer answer = opened.submit(session, scan(start, limit, read)).assertOk();
          assertThat(answer.records())
              .as("records of %d from %s", limit, start)
              .hasValue(Math.min(limit, start.equals(second) ? 1 : 2));
        }
      }
      assertThat(opened.submit(session, scan(after, 10, read)).status())
          .as("a scan behind all records")
          .isEqualTo(Outcome.NOT_FOUND);
    }
  }

  private static Operation scan(Key start, int limit, ReadCase read) {
    return new Operation.Scan(start, limit, read.consistency());
  }
}
