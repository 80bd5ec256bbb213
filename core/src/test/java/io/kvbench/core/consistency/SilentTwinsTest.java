package io.kvbench.core.consistency;

import static io.kvbench.core.history.HistoryStatus.EXISTS;
import static io.kvbench.core.history.HistoryStatus.OK;
import static io.kvbench.core.history.HistoryStatus.REFUSED;
import static io.kvbench.core.history.HistoryStatus.UNKNOWN;
import static io.kvbench.core.operation.ReadConsistency.STALE;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.history.HistoryKind;
import io.kvbench.core.history.MemoryHistory;
import io.kvbench.core.history.ValueIdentity;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.operation.VersionScope;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Histories that look like defects and are none. */
class SilentTwinsTest {
  private static final long KEY = 5;
  private static final long MILLI = 1_000_000;

  /** A correct history. */
  record Twin(
      String name, Consumer<ConsistencyRules.Builder> rules, Consumer<HistoryScript> script) {
    Twin(String name, Consumer<HistoryScript> script) {
      this(name, rules -> {}, script);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Twin> twins() {
    return Stream.of(
        new Twin(
            "a late effect of a timeout",
            s ->
                s.write(UNKNOWN, 10, 20, KEY, 1)
                    .write(30, 40, KEY, 2)
                    .read(50, 60, KEY, 2)
                    .read(70, 80, KEY, 1)),
        new Twin(
            "a timeout without effect",
            s ->
                s.write(10, 20, KEY, 1)
                    .write(UNKNOWN, 30, 40, KEY, 2)
                    .compareAndSet(UNKNOWN, 41, 42, KEY, 3, 2)
                    .read(50, 60, KEY, 1)),
        new Twin(
            "one write back while it is in flight",
            s ->
                s.write(10, 20, KEY, 1)
                    .write(30, 60, KEY, 2)
                    .client(2)
                    .read(35, 40, KEY, 2)
                    .client(3)
                    .read(31, 50, KEY, 1)),
        new Twin(
            "equal time stamps",
            s ->
                s.write(10, 20, KEY, 1)
                    .write(20, 30, KEY, 2)
                    .client(2)
                    .read(30, 30, KEY, 1)
                    .read(30, 40, KEY, 2)),
        new Twin(
            "clocks 5 ms apart",
            rules -> rules.clockError(client -> client == 2 ? 5 * MILLI : 0),
            s ->
                s.write(10 * MILLI, 11 * MILLI, KEY, 1)
                    .client(2)
                    .write(12 * MILLI, 13 * MILLI, KEY, 2)
                    .client(1)
                    .read(14 * MILLI, 15 * MILLI, KEY, 1)),
        new Twin(
            "stale reads of a session",
            rules -> rules.promise(STALE, ReadPromise.SESSION),
            s ->
                s.write(10, 20, KEY, 1)
                    .write(30, 40, KEY, 2)
                    .client(2)
                    .mode(STALE)
                    .read(50, 60, KEY, 1)
                    .read(70, 80, KEY, 1)
                    .read(90, 99, KEY, 2)),
        new Twin(
            "a new session that sees an older state",
            rules -> rules.promise(STALE, ReadPromise.SESSION),
            s ->
                s.write(10, 20, KEY, 1)
                    .write(30, 40, KEY, 2)
                    .client(2)
                    .mode(STALE)
                    .read(50, 60, KEY, 2)
                    .epoch(1)
                    .read(70, 80, KEY, 1)),
        new Twin(
            "a lease in an election",
            rules ->
                rules
                    .promise(ReadConsistency.DEFAULT, ReadPromise.LEASE)
                    .elections(List.of(new TimeWindow(45, 55))),
            s ->
                s.write(10, 20, KEY, 1)
                    .write(30, 40, KEY, 2)
                    .mode(ReadConsistency.DEFAULT)
                    .read(50, 60, KEY, 1)
                    .read(70, 80, KEY, 2)),
        new Twin(
            "reads of concurrent writes under a lease, in the other order",
            rules ->
                rules
                    .promise(ReadConsistency.DEFAULT, ReadPromise.LEASE)
                    .elections(List.of(new TimeWindow(25, 35))),
            s ->
                s.write(0, 10, KEY, 1)
                    .client(2)
                    .write(5, 12, KEY, 2)
                    .mode(ReadConsistency.DEFAULT)
                    .read(20, 21, KEY, 2)
                    .client(3)
                    .read(30, 31, KEY, 1)),
        new Twin(
            "the records of an earlier load",
            s -> s.insert(EXISTS, 10, 20, KEY, -1).readBytes(30, 40, KEY, ValueIdentity.FOREIGN)),
        new Twin(
            "a software transaction that is sent again with the same value",
            s ->
                s.write(10, 20, KEY, 1)
                    .compareAndSet(REFUSED, 21, 22, KEY, 2, 3)
                    .compareAndSet(OK, 30, 40, KEY, 2, 1)
                    .read(50, 60, KEY, 2)),
        new Twin(
            "a snapshot of an earlier version",
            rules -> rules.versions(VersionScope.STORE),
            s ->
                s.version(11)
                    .write(10, 20, KEY, 1)
                    .version(12)
                    .write(30, 40, KEY, 2)
                    .version(11)
                    .head(HistoryKind.SNAPSHOT_READ, OK, 50, 60, 1)
                    .version(11)
                    .part(HistoryKind.SNAPSHOT_PART, KEY, 1)),
        new Twin(
            "a transaction that deletes what it compared",
            s ->
                s.write(10, 20, KEY, 1)
                    .head(HistoryKind.TRANSACTION, OK, 30, 40, 2)
                    .part(HistoryKind.PART_DELETE, KEY, 4)
                    .part(HistoryKind.EXPECTED, KEY, 1)
                    .read(50, 60, KEY, 0)),
        new Twin(
            "a refusal after a concurrent write",
            s ->
                s.write(10, 20, KEY, 1)
                    .client(2)
                    .write(25, 60, KEY, 2)
                    .client(1)
                    .compareAndSet(REFUSED, 30, 40, KEY, 3, 1)
                    .read(70, 80, KEY, 2)),
        new Twin(
            "a deletion and a creation",
            s ->
                s.delete(OK, 10, 20, KEY)
                    .read(30, 40, KEY, 0)
                    .insert(OK, 50, 60, KEY, 1)
                    .read(70, 80, KEY, 1)
                    .delete(UNKNOWN, 81, 82, KEY)
                    .read(90, 99, KEY, 0)));
  }

  @ParameterizedTest
  @MethodSource("twins")
  void nothingIsReported(Twin twin) throws IOException {
    HistoryScript script = new HistoryScript();
    twin.script.accept(script);
    ConsistencyRules.Builder rules = ConsistencyRules.builder().threads(1).loadedKeys(1000);
    twin.rules.accept(rules);

    ConsistencyReport report = new ConsistencyCheck(rules.build()).check(script.history());

    assertThat(report.violations()).isEmpty();
    assertThat(report.undecided()).isZero();
  }

  @Test
  void correctStoresAreNotAccused() throws IOException {
    for (int seed = 0; seed < 300; seed++) {
      long clockError = seed % 3 == 0 ? 500 : 0;
      MemoryHistory history = new MemoryHistory(-100_000);
      new CorrectStore(seed, 1 + seed % 12, 1 + seed % 7, 0, clockError, 0.01 * (seed % 5))
          .run(history, 1, 60);
      ConsistencyRules.Builder rules =
          ConsistencyRules.builder()
              .threads(1)
              .loadedKeys(1000)
              .promise(STALE, ReadPromise.SESSION)
              .versions(List.of(VersionScope.values()).get(seed % 3));
      if (clockError > 0) {
        rules.clockError(client -> clockError);
      }

      ConsistencyReport report = new ConsistencyCheck(rules.build()).check(history);

      assertThat(report.violations()).as("seed %d", seed).isEmpty();
    }
  }

  @Test
  void leaseReadsInElectionsAreNotes() throws IOException {
    HistoryScript script = new HistoryScript();
    script
        .write(10, 20, KEY, 1)
        .write(30, 40, KEY, 2)
        .mode(ReadConsistency.DEFAULT)
        .read(50, 60, KEY, 1);
    ConsistencyRules rules =
        ConsistencyRules.builder()
            .promise(ReadConsistency.DEFAULT, ReadPromise.LEASE)
            .elections(List.of(new TimeWindow(45, 55)))
            .build();

    ConsistencyReport report = new ConsistencyCheck(rules).check(script.history());

    assertThat(report.holds()).isTrue();
    assertThat(report.notes()).hasSize(1);
    assertThat(report.notes().getFirst().ageNanos()).isEqualTo(10);
  }

  @Test
  void theClockLeavesComparisonsUndecided() throws IOException {
    HistoryScript script = new HistoryScript();
    script.write(10, 20, KEY, 1).write(30, 40, KEY, 2).client(2).read(50, 60, KEY, 1);
    ConsistencyRules rules = ConsistencyRules.builder().clockError(client -> 100).build();

    ConsistencyReport report = new ConsistencyCheck(rules).check(script.history());

    assertThat(report.holds()).isTrue();
    assertThat(report.undecidedByClock()).isEqualTo(1);
  }

  @Test
  void staleReadsAreCounted() throws IOException {
    HistoryScript script = new HistoryScript();
    script
        .write(10, 20, KEY, 1)
        .write(30, 40, KEY, 2)
        .write(50, 60, KEY, 3)
        .client(2)
        .mode(STALE)
        .read(100, 110, KEY, 1)
        .read(120, 130, KEY, 3);
    ConsistencyRules rules = ConsistencyRules.builder().promise(STALE, ReadPromise.SESSION).build();

    ConsistencyReport report = new ConsistencyCheck(rules).check(script.history());

    ReadModeReport stale = report.modes().getFirst();
    assertThat(report.holds()).isTrue();
    assertThat(stale.observed()).isEqualTo(ReadPromise.SESSION);
    assertThat(stale.reads()).isEqualTo(2);
    assertThat(stale.staleness().nanos()).containsExactly(new StalenessHistogram.Bucket(64, 1));
    assertThat(stale.staleness().versions()).containsExactly(new StalenessHistogram.Bucket(2, 1));
    assertThat(report.acknowledgedWrites()).isEqualTo(3);
    assertThat(report.observedWrites()).isEqualTo(2);
  }
}
