package io.kvbench.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.operation.OperationType;
import io.kvbench.reports.CoordinationFixtures;
import io.kvbench.reports.content.ComparisonContent;
import io.kvbench.reports.csv.ComparisonCsv;
import io.kvbench.reports.csv.TidyCsv;
import io.kvbench.reports.markdown.MarkdownDocument;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.directory.StoredInterval;
import io.kvbench.results.format.RunResult;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Tests of comparisons of runs with locks, leases and watchers. */
class CoordinationRowsTest {
  private static final RunResult FAST =
      CoordinationFixtures.locks(1_000, 5, CoordinationFixtures.paused(0));
  private static final RunResult SLOW =
      CoordinationFixtures.locks(500, 20, CoordinationFixtures.counts(2, 7));

  private static Comparison compared(RunResult one, RunResult other) {
    return Comparison.of(List.of(run("one", one), run("other", other)));
  }

  private static ComparedRun run(String label, RunResult result) {
    return ComparedRun.of(label, CoordinationFixtures.stored(result), List.of());
  }

  @Test
  void runsOfLocksAreComparedByLocksPerSecond() {
    Comparison comparison = compared(FAST, SLOW);

    assertThat(figures(comparison.summary(), "AVG-THROUGHPUT")).containsExactly(100.0, 50.0);
    assertThat(figures(comparison.summary(), "AVG-LATENCY"))
        .allSatisfy(nanos -> assertThat(nanos).isCloseTo(20e6, within(1e5)));
    assertThat(row(comparison.summary(), "MAX-THROUGHPUT").cells())
        .allMatch(cell -> cell.figure().isEmpty());
    assertThat(comparison.standings().getFirst().figure()).isEqualTo("CRITICAL_SECTION throughput");
    assertThat(comparison.standings().getFirst().bestValue()).isEqualTo(100.0);
    assertThat(
            TextDocument.of(ComparisonContent.of(comparison), TextStyle.PLAIN)
                .replaceAll("\\s+", " "))
        .contains(
            "*-THROUGHPUT, *LATENCY*, costs: of CRITICAL_SECTION, one for each request; their");
  }

  @Test
  void theBestAndTheWorstSecondAreThoseOfTheComposites() {
    List<StoredInterval> intervals =
        List.of(
            interval(0, 0, 1_000, 120),
            interval(1, 1_000, 950, 76),
            interval(2, 1_950, 500, 1), // No full second.
            interval(3, 9_500, 1_000, 2)); // Mostly after the end of sending.
    ComparedRun withIntervals =
        ComparedRun.of("one", CoordinationFixtures.stored(FAST, intervals), List.of());
    Comparison comparison = Comparison.of(List.of(withIntervals, withIntervals));

    assertThat(figures(comparison.summary(), "MAX-THROUGHPUT")).containsExactly(120.0, 120.0);
    assertThat(figures(comparison.summary(), "MIN-THROUGHPUT")).containsExactly(80.0, 80.0);
  }

  private static StoredInterval interval(int index, long start, long millis, long sections) {
    return CoordinationFixtures.interval(
        index,
        start,
        millis,
        Map.of(
            OperationType.LOCK,
            sections,
            OperationType.FENCED_UPDATE,
            sections,
            OperationType.UNLOCK,
            sections,
            OperationType.CRITICAL_SECTION,
            sections,
            OperationType.LOCK_HANDOVER,
            sections));
  }

  @Test
  void overlapsAreRowsThatSayWhatIsWorse() {
    Comparison comparison = compared(FAST, SLOW);

    assertThat(figures(comparison.coordination(), "locks acquired")).containsExactly(1000.0, 500.0);
    assertThat(figures(comparison.coordination(), "overlapping owners")).containsExactly(0.0, 2.0);
    assertThat(figures(comparison.coordination(), "share acquired out of turn"))
        .containsExactly(0.15, 0.3);
    assertThat(figures(comparison.coordination(), "overlaps with paused owners"))
        .containsExactly(0.0, 7.0);
    assertThat(TextDocument.of(ComparisonContent.of(comparison), TextStyle.PLAIN))
        .containsPattern("overlapping owners +0 +2 +\\+2, worse")
        .containsPattern("LOCK_HANDOVER p50 +5.00 ms +20.0 ms +\\+300.0 %, worse");
    assertThat(TextDocument.of(ComparisonContent.of(compared(SLOW, FAST)), TextStyle.PLAIN))
        .containsPattern("overlapping owners +2 +0 +-100.0 %, better");
    assertThat(MarkdownDocument.of(ComparisonContent.of(comparison)))
        .contains("| overlapping owners | 0 | 2 |");
    assertThat(ComparisonCsv.of(comparison))
        .contains("\noverlapping owners (number),0,2,higher is worse");
  }

  @Test
  void percentilesOfTooFewOperationsHaveNoBest() {
    assertThat(compared(FAST, SLOW).standings())
        .extracting(Ranking::figure)
        .contains("CRITICAL_SECTION p50")
        .doesNotContain("CRITICAL_SECTION p99.9");
  }

  @Test
  void whoHasFewerFaultsIsTheBest() {
    assertThat(compared(SLOW, FAST).standings())
        .filteredOn(ranking -> ranking.figure().equals("overlapping owners"))
        .singleElement()
        .satisfies(ranking -> assertThat(ranking.best()).isEqualTo(1));
    assertThat(compared(FAST, FAST).standings())
        .extracting(Ranking::figure)
        .doesNotContain("overlapping owners");
  }

  @Test
  void deliveriesAreRowsAndWatchersCreatedBeforeThePhaseHaveNoRate() {
    Comparison comparison =
        compared(
            CoordinationFixtures.watched(1_000, 0, 0), CoordinationFixtures.watched(1_000, 42, 3));

    assertThat(figures(comparison.coordination(), "lost")).containsExactly(0.0, 42.0);
    assertThat(figures(comparison.coordination(), "duplicated")).containsExactly(0.0, 3.0);
    assertThat(figures(comparison.coordination(), "deliveries per second"))
        .containsExactly(1_000.0, 995.8);
    assertThat(figures(comparison.coordination(), "WATCH_CREATE count"))
        .containsExactly(100.0, 100.0);
    assertThat(figures(comparison.summary(), "AVG-THROUGHPUT")).containsExactly(100.0, 100.0);
    assertThat(comparison.operations())
        .extracting(Row::name)
        .noneMatch(name -> name.contains("WATCH_CREATE"));
    assertThat(TextDocument.of(ComparisonContent.of(comparison), TextStyle.PLAIN))
        .doesNotContain("WATCH_CREATE throughput")
        .containsPattern("lost +0 +42 +\\+42, worse")
        .doesNotContain("overlapping owners");
  }

  @Test
  void whichTimesBetweenOperationsThereAreIsNoDifferenceOfTheWork() {
    assertThat(
            compared(CoordinationFixtures.watched(100, 0, 0), CoordinationFixtures.rearmed(100))
                .differences())
        .extracting(Difference::subject)
        .doesNotContain("operations");
  }

  @Test
  void expiriesAreRows() {
    Comparison comparison =
        compared(CoordinationFixtures.expired(300, 400), CoordinationFixtures.expired(300, 100));

    assertThat(figures(comparison.coordination(), "early expiries")).containsExactly(0.0, 0.0);
    assertThat(TextDocument.of(ComparisonContent.of(comparison), TextStyle.PLAIN))
        .containsPattern("LEASE_EXPIRY p50 +400 ms +100 ms +-75.0 %, better");
  }

  @Test
  void aRetriedTransactionCoversItsConflicts() {
    Measured measured = Measured.of(CoordinationFixtures.retried(1_000));

    assertThat(measured.primary()).containsExactly(OperationType.STM);
    assertThat(measured.okPerSecond()).isEqualTo(OptionalDouble.of(100));
    assertThat(measured.coveredNanos()).isEqualTo(measured.clientTime().busyNanos());
  }

  @Test
  void theTidyFileHasThem() {
    assertThat(TidyCsv.of(List.of(CoordinationFixtures.stored(SLOW))))
        .contains(",run,,,coordination.overlaps,2\n", ",run,,,coordination.pausedOverlaps,7\n")
        .contains(",run,,,coordination.outOfTurn,150\n")
        .contains(",run,,,ownConnections,4\n", ",run,,,clientTime.holdNanos,8000000000\n")
        .doesNotContain("coordination.deliveries");
    assertThat(
            TidyCsv.of(
                List.of(CoordinationFixtures.stored(CoordinationFixtures.watched(10, 1, 2)))))
        .contains("coordination.deliveries.lost,1\n", "coordination.deliveries.duplicated,2\n");
  }

  @Test
  void otherRunsHaveNone() {
    assertThat(
            compared(CoordinationFixtures.retried(10), CoordinationFixtures.retried(10))
                .coordination())
        .isEmpty();
  }

  private static List<Double> figures(List<Row> rows, String name) {
    return row(rows, name).cells().stream().map(cell -> cell.figure().orElseThrow()).toList();
  }

  private static Row row(List<Row> rows, String name) {
    return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
  }
}
