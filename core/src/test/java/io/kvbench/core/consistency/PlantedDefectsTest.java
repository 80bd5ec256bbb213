package io.kvbench.core.consistency;

import static io.kvbench.core.history.HistoryKind.EXPECTED;
import static io.kvbench.core.history.HistoryKind.PART_READ;
import static io.kvbench.core.history.HistoryKind.PART_WRITE;
import static io.kvbench.core.history.HistoryKind.READ_TRANSACTION;
import static io.kvbench.core.history.HistoryKind.SNAPSHOT_PART;
import static io.kvbench.core.history.HistoryKind.SNAPSHOT_READ;
import static io.kvbench.core.history.HistoryKind.TRANSACTION;
import static io.kvbench.core.history.HistoryStatus.EXISTS;
import static io.kvbench.core.history.HistoryStatus.OK;
import static io.kvbench.core.history.HistoryStatus.REFUSED;
import static io.kvbench.core.history.HistoryStatus.UNKNOWN;
import static io.kvbench.core.operation.ReadConsistency.STALE;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.history.ValueIdentity;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadPromise;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Defects of stores within correct histories: each is found, as what it is. */
class PlantedDefectsTest {
  private static final long KEY = 5;
  private static final long OTHER = 6;

  /**
   * A defect.
   *
   * @param operations how many operations show it
   */
  record Defect(
      String name,
      ViolationKind found,
      long operations,
      Consumer<ConsistencyRules.Builder> rules,
      Consumer<HistoryScript> script) {
    Defect(String name, ViolationKind found, Consumer<HistoryScript> script) {
      this(name, found, 1, rules -> {}, script);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static final Consumer<ConsistencyRules.Builder> VERSIONS =
      rules -> rules.versions(VersionScope.STORE);

  static final Consumer<ConsistencyRules.Builder> SESSION =
      rules -> rules.promise(STALE, ReadPromise.SESSION);

  static final Consumer<ConsistencyRules.Builder> SESSION_VERSIONS = VERSIONS.andThen(SESSION);

  static Stream<Defect> defects() {
    return Stream.concat(singleKeys(), several());
  }

  private static Stream<Defect> singleKeys() {
    return Stream.of(
        new Defect(
            "one write back",
            ViolationKind.STALE_READ,
            s ->
                s.write(10, 20, KEY, 1)
                    .write(30, 40, KEY, 2)
                    .read(50, 60, KEY, 1)
                    .read(70, 80, KEY, 2)),
        new Defect(
            "three writes back",
            ViolationKind.STALE_READ,
            s ->
                s.write(10, 20, KEY, 1)
                    .write(21, 22, KEY, 2)
                    .write(23, 24, KEY, 3)
                    .write(30, 40, KEY, 4)
                    .read(50, 60, KEY, 1)
                    .read(70, 80, KEY, 4)),
        new Defect(
            "the loaded value",
            ViolationKind.STALE_READ,
            s -> s.write(10, 20, KEY, 1).read(30, 40, KEY, -1).read(50, 60, KEY, 1)),
        new Defect(
            "a phantom absence",
            ViolationKind.PHANTOM_ABSENCE,
            s -> s.write(10, 20, KEY, 1).read(30, 40, KEY, 0)),
        new Defect(
            "bytes of no write",
            ViolationKind.NEVER_WRITTEN,
            s -> s.readBytes(10, 20, KEY, ValueIdentity.UNWRITTEN)),
        new Defect(
            "a value that no client wrote",
            ViolationKind.NEVER_WRITTEN,
            s -> s.readBytes(10, 20, KEY, ValueIdentity.of(99, 1))),
        new Defect(
            "bytes of another key",
            ViolationKind.OTHER_KEY,
            s -> s.readBytes(10, 20, KEY, ValueIdentity.OTHER_KEY)),
        new Defect(
            "a value before its write",
            ViolationKind.BEFORE_WRITE,
            s -> s.read(10, 20, KEY, 1).client(2).write(30, 40, KEY, 1)),
        new Defect(
            "a lost acknowledged write",
            ViolationKind.LOST_WRITE,
            s -> s.write(10, 20, KEY, 1).write(30, 40, KEY, 2).read(50, 60, KEY, 1)),
        new Defect(
            "a rollback after a read",
            ViolationKind.LOST_WRITE,
            2,
            rules -> {},
            s ->
                s.write(10, 20, KEY, 1)
                    .write(30, 40, KEY, 2)
                    .read(41, 42, KEY, 2)
                    .read(50, 60, KEY, 1)
                    .read(70, 80, KEY, 1)),
        new Defect(
            "a timed-out write applied twice",
            ViolationKind.STALE_READ,
            s ->
                s.write(UNKNOWN, 10, 20, KEY, 1)
                    .read(21, 22, KEY, 1)
                    .write(30, 40, KEY, 2)
                    .read(50, 60, KEY, 1)
                    .write(61, 62, KEY, 3)
                    .read(63, 64, KEY, 3)),
        new Defect(
            "a failed write seen once",
            ViolationKind.STALE_READ,
            s ->
                s.write(10, 20, KEY, 1)
                    .write(UNKNOWN, 21, 22, KEY, 2)
                    .read(31, 32, KEY, 1)
                    .read(33, 34, KEY, 2)
                    .read(35, 36, KEY, 1)),
        new Defect(
            "concurrent writes seen in both orders",
            ViolationKind.NO_ORDER,
            s ->
                s.write(10, 20, KEY, 1)
                    .client(2)
                    .write(10, 20, KEY, 2)
                    .read(31, 32, KEY, 1)
                    .read(33, 34, KEY, 2)
                    .read(35, 36, KEY, 1)),
        new Defect(
            "a phantom absence after a deletion",
            ViolationKind.PHANTOM_ABSENCE,
            s ->
                s.delete(OK, 10, 20, KEY)
                    .write(30, 40, KEY, 1)
                    .read(50, 60, KEY, 0)
                    .read(70, 80, KEY, 1)),
        new Defect(
            "an acknowledged write applied twice",
            ViolationKind.APPLIED_TWICE,
            1,
            VERSIONS,
            s ->
                s.version(10)
                    .write(10, 20, KEY, 1)
                    .version(10)
                    .read(21, 22, KEY, 1)
                    .version(12)
                    .read(31, 32, KEY, 1)),
        new Defect(
            "a refused write applied",
            ViolationKind.REJECTED_APPLIED,
            s ->
                s.write(10, 20, KEY, 1)
                    .write(21, 22, KEY, 2)
                    .compareAndSet(REFUSED, 30, 40, KEY, 3, 1)
                    .read(50, 60, KEY, 3)),
        new Defect(
            "two compare-and-sets on one version",
            ViolationKind.FORKED_COMPARE_AND_SET,
            s ->
                s.write(10, 20, KEY, 1)
                    .compareAndSet(OK, 30, 40, KEY, 2, 1)
                    .client(2)
                    .compareAndSet(OK, 30, 40, KEY, 3, 1)),
        new Defect(
            "a compare-and-set on a replaced value",
            ViolationKind.BROKEN_COMPARE_AND_SET,
            s ->
                s.write(10, 20, KEY, 1).write(21, 22, KEY, 2).compareAndSet(OK, 30, 40, KEY, 3, 1)),
        new Defect(
            "a compare-and-set acknowledged and not applied",
            ViolationKind.BROKEN_COMPARE_AND_SET,
            s -> s.write(10, 20, KEY, 1).compareAndSet(OK, 30, 40, KEY, 2, 1).read(50, 60, KEY, 1)),
        new Defect(
            "a compare-and-set refused without cause",
            ViolationKind.REFUSED_WITHOUT_CAUSE,
            s ->
                s.write(10, 20, KEY, 1)
                    .compareAndSet(REFUSED, 30, 40, KEY, 2, 1)
                    .read(50, 60, KEY, 1)),
        new Defect(
            "an insert refused without cause",
            ViolationKind.REFUSED_WITHOUT_CAUSE,
            s -> s.write(10, 20, KEY, 1).delete(OK, 21, 22, KEY).insert(EXISTS, 30, 40, KEY, 2)),
        new Defect(
            "an insert over a record",
            ViolationKind.PHANTOM_ABSENCE,
            s -> s.write(10, 20, KEY, 1).insert(OK, 30, 40, KEY, 2)),
        new Defect(
            "an undelete",
            ViolationKind.UNDELETED,
            s ->
                s.write(10, 20, KEY, 1)
                    .delete(OK, 30, 40, KEY)
                    .read(50, 60, KEY, 1)
                    .read(70, 80, KEY, 0)),
        new Defect(
            "versions against the order of writes",
            ViolationKind.VERSION_ORDER,
            1,
            VERSIONS,
            s -> s.version(12).write(10, 20, KEY, 1).version(11).write(30, 40, KEY, 2)),
        new Defect(
            "stale by version between concurrent writes",
            ViolationKind.LOST_WRITE,
            1,
            VERSIONS,
            s ->
                s.version(11)
                    .write(10, 20, KEY, 1)
                    .client(2)
                    .version(12)
                    .write(10, 20, KEY, 2)
                    .version(11)
                    .read(30, 40, KEY, 1)),
        new Defect(
            "own write missed",
            ViolationKind.OWN_WRITE_MISSED,
            1,
            SESSION,
            s -> s.write(10, 20, KEY, 1).mode(STALE).read(30, 40, KEY, -1)),
        new Defect(
            "a session that goes back",
            ViolationKind.WENT_BACK,
            1,
            SESSION,
            s ->
                s.write(10, 20, KEY, 1)
                    .write(30, 40, KEY, 2)
                    .client(2)
                    .mode(STALE)
                    .read(50, 60, KEY, 2)
                    .read(70, 80, KEY, 1)),
        new Defect(
            "a stale read with a lease outside of elections",
            ViolationKind.STALE_READ,
            1,
            rules ->
                rules
                    .promise(ReadConsistency.DEFAULT, ReadPromise.LEASE)
                    .elections(List.of(new TimeWindow(100, 200))),
            s ->
                s.write(10, 20, KEY, 1)
                    .write(30, 40, KEY, 2)
                    .mode(ReadConsistency.DEFAULT)
                    .read(50, 60, KEY, 1)
                    .read(70, 80, KEY, 2)));
  }

  private static Stream<Defect> several() {
    return Stream.of(
        new Defect(
            "two keys out of order",
            ViolationKind.WENT_BACK,
            1,
            SESSION_VERSIONS,
            s ->
                s.version(11)
                    .write(10, 20, KEY, 1)
                    .version(12)
                    .write(30, 40, OTHER, 2)
                    .client(2)
                    .mode(STALE)
                    .version(12)
                    .read(50, 60, OTHER, 2)
                    .version(5)
                    .read(70, 80, KEY, -1)),
        new Defect(
            "a torn snapshot",
            ViolationKind.TORN_READ,
            1,
            VERSIONS,
            s ->
                s.version(11)
                    .write(10, 20, KEY, 1)
                    .version(12)
                    .write(21, 22, KEY, 2)
                    .version(13)
                    .write(23, 24, OTHER, 3)
                    .mode(STALE)
                    .head(READ_TRANSACTION, OK, 30, 40, 2)
                    .version(11)
                    .part(PART_READ, KEY, 1)
                    .version(13)
                    .part(PART_READ, OTHER, 3)),
        new Defect(
            "a snapshot of another version",
            ViolationKind.TORN_READ,
            1,
            VERSIONS,
            s ->
                s.version(11)
                    .write(10, 20, KEY, 1)
                    .version(12)
                    .write(21, 22, KEY, 2)
                    .mode(STALE)
                    .version(12)
                    .head(SNAPSHOT_READ, OK, 30, 40, 1)
                    .version(11)
                    .part(SNAPSHOT_PART, KEY, 1)),
        new Defect(
            "a partial transaction",
            ViolationKind.PARTIAL_TRANSACTION,
            1,
            VERSIONS,
            s ->
                s.version(11)
                    .head(TRANSACTION, OK, 10, 20, 2)
                    .version(11)
                    .part(PART_WRITE, KEY, 1)
                    .version(11)
                    .part(PART_WRITE, OTHER, 2)
                    .mode(STALE)
                    .head(READ_TRANSACTION, OK, 30, 40, 2)
                    .version(5)
                    .part(PART_READ, KEY, -1)
                    .version(11)
                    .part(PART_READ, OTHER, 2)),
        new Defect(
            "a partial transaction without versions",
            ViolationKind.PARTIAL_TRANSACTION,
            1,
            rules -> rules.promise(STALE, ReadPromise.PREFIX),
            s ->
                s.head(TRANSACTION, UNKNOWN, 10, 20, 2)
                    .part(PART_WRITE, KEY, 1)
                    .part(PART_WRITE, OTHER, 2)
                    .mode(STALE)
                    .head(READ_TRANSACTION, OK, 30, 40, 2)
                    .part(PART_READ, KEY, -1)
                    .part(PART_READ, OTHER, 2)),
        new Defect(
            "a guard on a replaced value",
            ViolationKind.STALE_READ,
            s ->
                s.write(10, 20, KEY, 1)
                    .write(21, 22, KEY, 2)
                    .head(TRANSACTION, OK, 30, 40, 2)
                    .part(EXPECTED, KEY, 1)
                    .part(PART_WRITE, OTHER, 3)
                    .read(50, 60, KEY, 2)),
        new Defect(
            "a lost event",
            ViolationKind.LOST_EVENT,
            1,
            VERSIONS.andThen(rules -> rules.watchesDeliverAll(true)),
            s -> events(s, 3).version(11).event(50, KEY, 1).version(13).event(51, KEY, 3)),
        new Defect(
            "a doubled event",
            ViolationKind.DOUBLED_EVENT,
            1,
            VERSIONS,
            s -> events(s, 1).version(11).event(50, KEY, 1).version(11).event(51, KEY, 1)),
        new Defect(
            "events out of order",
            ViolationKind.REORDERED_EVENT,
            1,
            rules -> {},
            s -> events(s, 2).event(50, KEY, 2).event(51, KEY, 1)),
        new Defect(
            "an event of no write",
            ViolationKind.PHANTOM_EVENT,
            1,
            rules -> {},
            s -> events(s, 1).event(50, KEY, 77)));
  }

  private static HistoryScript events(HistoryScript script, int writes) {
    for (int value = 1; value <= writes; value++) {
      script.version(10 + value).write(10L * value, 10L * value + 1, KEY, value);
    }
    return script.client(2);
  }

  @ParameterizedTest
  @MethodSource("defects")
  void aDefectIsFound(Defect defect) throws IOException {
    HistoryScript script = new HistoryScript();
    new CorrectStore(1, 5, 4, 100, 0, 0.02).run(script.history(), 50, 200);
    defect.script.accept(script);
    ConsistencyRules.Builder rules =
        ConsistencyRules.builder().threads(1).loadedKeys(1000).promise(STALE, ReadPromise.PREFIX);
    defect.rules.accept(rules);

    ConsistencyReport report = new ConsistencyCheck(rules.build()).check(script.history());

    assertThat(report.totals())
        .extracting(ConsistencyReport.Total::kind)
        .containsExactly(defect.found);
    assertThat(report.totals().getFirst().operations()).isEqualTo(defect.operations);
    assertThat(report.violations().getFirst().key()).isIn(KEY, OTHER);
    assertThat(report.violations().getFirst().example())
        .isNotEmpty()
        .hasSizeLessThanOrEqualTo(Violation.MOST_OPERATIONS);
  }
}
