package io.kvbench.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.reports.SeedFixtures;
import io.kvbench.reports.table.Cell;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that published tables are reproduced from runs with their figures. */
class SeedsTest {
  private static final List<String> ROWS =
      List.of(
          "TOTAL-SECONDS",
          "TOTAL-REQUEST-NUMBER",
          "MAX-THROUGHPUT",
          "AVG-THROUGHPUT",
          "MIN-THROUGHPUT",
          "FASTEST-LATENCY",
          "AVG-LATENCY",
          "SLOWEST-LATENCY",
          "Latency p10",
          "Latency p25",
          "Latency p50",
          "Latency p75",
          "Latency p90",
          "Latency p95",
          "Latency p99",
          "Latency p99.9",
          "SERVER-TOTAL-NETWORK-RX-DATA-SUM",
          "SERVER-TOTAL-NETWORK-TX-DATA-SUM",
          "CLIENT-TOTAL-NETWORK-RX-SUM",
          "CLIENT-TOTAL-NETWORK-TX-SUM",
          "SERVER-MAX-CPU-USAGE",
          "SERVER-MAX-MEMORY-USAGE",
          "CLIENT-MAX-CPU-USAGE",
          "CLIENT-MAX-MEMORY-USAGE",
          "CLIENT-ERROR-COUNT",
          "SERVER-AVG-READS-COMPLETED-DELTA-SUM",
          "SERVER-AVG-SECTORS-READS-DELTA-SUM",
          "SERVER-AVG-WRITES-COMPLETED-DELTA-SUM",
          "SERVER-AVG-SECTORS-WRITTEN-DELTA-SUM",
          "SERVER-AVG-DISK-SPACE-USAGE");

  @Test
  void theSummaryHasTheRowsOfTheOlderToolsInTheirOrder() {
    Comparison comparison = Comparison.of(SeedFixtures.bestThroughput());

    assertThat(comparison.summary()).extracting(Row::name).isEqualTo(ROWS);
    assertThat(comparison.summary()).allMatch(row -> row.cells().size() == 3);
  }

  @Test
  void theFiguresOfAMillionWritesComeOut() {
    Comparison comparison = Comparison.of(SeedFixtures.bestThroughput());

    figures(comparison, "TOTAL-SECONDS", 1, 36.5583, 63.6203, 261.0246);
    figures(comparison, "TOTAL-REQUEST-NUMBER", 1, 1e6, 1e6, 1e6);
    figures(comparison, "AVG-THROUGHPUT", 1, 27_353, 15_684, 3_831);
    figures(comparison, "MIN-THROUGHPUT", 1, 13_891, 0, 0);
    figures(comparison, "FASTEST-LATENCY", 1e6, 4.7388, 2.4777, 14.0583);
    figures(comparison, "AVG-LATENCY", 1e6, 36.3305, 22.5664, 130.4658);
    figures(comparison, "Latency p50", 1e6, 23.920164, 10.532408, 47.314383);
    figures(comparison, "Latency p99.9", 1e6, 194.350987, 2151.870409, 11587.696623);
    figures(comparison, "SLOWEST-LATENCY", 1e6, 346.3847, 3517.8313, 19316.7564);
    figures(comparison, "CLIENT-ERROR-COUNT", 1, 0, 2_150, 0);
    figures(comparison, "SERVER-AVG-DISK-SPACE-USAGE", 1e9, 2.7, 6.9, 3.0);
    figures(comparison, "SERVER-TOTAL-NETWORK-RX-DATA-SUM", 1e9, 5.0, 5.4, 10);
    figures(comparison, "SERVER-TOTAL-NETWORK-TX-DATA-SUM", 1e9, 3.8, 4.3, 9.1);
    figures(comparison, "CLIENT-TOTAL-NETWORK-RX-SUM", 1e6, 282, 352, 218);
    figures(comparison, "CLIENT-TOTAL-NETWORK-TX-SUM", 1e9, 1.4, 1.4, 1.5);
    figures(comparison, "SERVER-MAX-CPU-USAGE", 1, 446.67, 731.27, 379.33);
    figures(comparison, "SERVER-MAX-MEMORY-USAGE", 1e9, 1.2, 4.6, 5.8);
    figures(comparison, "CLIENT-MAX-CPU-USAGE", 1, 568, 404, 223);
    figures(comparison, "CLIENT-MAX-MEMORY-USAGE", 1e6, 248, 3_100, 81);
    figures(comparison, "SERVER-AVG-READS-COMPLETED-DELTA-SUM", 1, 2, 213, 147);
    figures(comparison, "SERVER-AVG-SECTORS-READS-DELTA-SUM", 1, 0, 0, 0);
    figures(comparison, "SERVER-AVG-WRITES-COMPLETED-DELTA-SUM", 1, 102_486, 86_871, 641_255);
    figures(
        comparison, "SERVER-AVG-SECTORS-WRITTEN-DELTA-SUM", 1, 20_504_912, 26_252_736, 110_850_712);
  }

  @Test
  void theClientTimeOfAMillionWritesSaysHowMuchTheTimesAreAbout() {
    assertThat(percentInOk(SeedFixtures.bestThroughput())).containsExactly(99.4, 70.8, 100.0);
  }

  @Test
  void theClientTimeOfThreeMillionWritesSaysWhyZooKeeperLookedFast() {
    List<ComparedRun> runs = SeedFixtures.tooManyKeys();

    assertThat(percentInOk(runs)).containsExactly(99.8, 7.7, 100.0);
    Comparison comparison = Comparison.of(runs);
    figures(comparison, "AVG-LATENCY", 1e6, 45.9259, 42.7162, 393.5551);
    assertThat(row(comparison.summary(), "AVG-LATENCY").notComparable()).contains(1, 2);
    assertThat(comparison.differences().get(1).subject()).isEqualTo("busy time in OK");
    assertThat(standing(comparison, "mean response time").notComparable()).contains(1, 2);
  }

  @Test
  void tenInFlightAreNotComparableWithAHundred() {
    Comparison comparison = Comparison.of(SeedFixtures.putsInFlight());

    Difference inFlight = difference(comparison, "requests in flight");
    assertThat(inFlight.values().get(0).figure().orElseThrow()).isCloseTo(10, within(0.1));
    assertThat(inFlight.values().get(1).figure().orElseThrow()).isCloseTo(99.2, within(0.2));
    assertThat(row(comparison.summary(), "AVG-THROUGHPUT").notComparable())
        .contains(inFlight.number());
    assertThat(row(comparison.summary(), "Latency p99").notComparable())
        .contains(inFlight.number());
    assertThat(row(comparison.summary(), "TOTAL-REQUEST-NUMBER").notComparable()).isEmpty();
    Ranking p99 = standing(comparison, "p99");
    assertThat(p99.best()).isZero();
    assertThat(p99.notComparable())
        .contains(inFlight.number(), difference(comparison, "system notes").number());
  }

  @Test
  void aReadOfAKeyThatWasNeverWrittenIsNoRead() {
    Comparison comparison = Comparison.of(SeedFixtures.readsOfNothing());

    Difference hits = difference(comparison, "reads that found a record");
    assertThat(hits.why()).contains("never written");
    assertThat(hits.values())
        .extracting(each -> each.figure().orElseThrow())
        .containsExactly(1.0, 0.0);
    assertThat(row(comparison.summary(), "AVG-THROUGHPUT").notComparable())
        .contains(hits.number(), difference(comparison, "requests in flight").number());
    assertThat(row(comparison.summary(), "AVG-LATENCY").cells().get(1))
        .isEqualTo(new Cell.Absent());
    assertThat(difference(comparison, "system notes").number())
        .as("durability makes no difference to reads")
        .isZero();
  }

  private static List<Double> percentInOk(List<ComparedRun> runs) {
    return row(Comparison.of(runs).account(), "client time in OK").cells().stream()
        .map(cell -> Math.round(cell.figure().orElseThrow() * 1000) / 10.0)
        .toList();
  }

  /** Compares to the resolution of the histograms. */
  private static void figures(Comparison comparison, String name, double unit, double... expected) {
    List<Cell> cells = row(comparison.summary(), name).cells();
    for (int run = 0; run < expected.length; run++) {
      assertThat(cells.get(run).figure().orElseThrow() / unit)
          .as(name + " of run " + run)
          .isCloseTo(expected[run], within(Math.abs(expected[run]) * 0.001));
    }
  }

  private static Row row(List<Row> rows, String name) {
    return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
  }

  private static Difference difference(Comparison comparison, String subject) {
    return comparison.differences().stream()
        .filter(each -> each.subject().equals(subject))
        .findFirst()
        .orElseThrow();
  }

  private static Ranking standing(Comparison comparison, String figure) {
    return comparison.standings().stream()
        .filter(each -> each.figure().equals(figure))
        .findFirst()
        .orElseThrow();
  }
}
