package io.kvbench.reports.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.Outcome;
import io.kvbench.reports.ResultFixtures;
import io.kvbench.reports.RunBuilder;
import io.kvbench.reports.SeedFixtures;
import io.kvbench.reports.content.ComparisonContent;
import io.kvbench.reports.csv.ComparisonCsv;
import io.kvbench.reports.markdown.MarkdownDocument;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.format.TimeResult;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperationRowsTest {
  private static final ComparedRun MIXED =
      ComparedRun.of(
          "memory",
          new StoredRun(
              Path.of("memory"),
              ResultFixtures.memory(),
              new RunBuilder("memory").plan(),
              List.of(),
              List.of(),
              Map.of()),
          List.of());
  private static final ComparedRun INSERTS =
      SeedFixtures.run(
          new RunBuilder("etcd")
              .answered(Outcome.OK, TimeResult.of(TimeHistogram.ofNanos(oneMilli(20)))));

  @Test
  void eachTypeOfAMixHasRowsOfItsOwn() {
    List<Row> rows = Comparison.of(List.of(MIXED, INSERTS)).operations();

    assertThat(rows)
        .extracting(Row::name)
        .containsSubsequence("INSERT mean", "READ throughput", "READ p99.9", "UPDATE errors");
    assertThat(cell(rows, "READ throughput", 0)).isCloseTo(95_000 / 2.0, within(0.1));
    assertThat(cell(rows, "UPDATE throughput", 0)).isCloseTo(5_000 / 2.0, within(0.1));
    assertThat(cell(rows, "UPDATE errors", 0)).isZero();
    assertThat(cell(rows, "INSERT p50", 1)).isCloseTo(1e6, within(1e3));
    assertThat(row(rows, "READ throughput").cells().get(1)).isInstanceOf(Cell.Absent.class);
    assertThat(row(rows, "INSERT errors").cells().getFirst()).isInstanceOf(Cell.Absent.class);
  }

  @Test
  void aPercentileWithFewerThanTenOperationsBeyondItHasNoFigure() {
    List<Row> rows = Comparison.of(List.of(MIXED, INSERTS)).operations();

    assertThat(row(rows, "INSERT p50").cells().get(1).figure()).isPresent();
    assertThat(row(rows, "INSERT p99").cells().get(1)).isInstanceOf(Cell.Absent.class);
    assertThat(row(rows, "READ p99.9").cells().getFirst().figure()).isPresent();
    assertThat(row(rows, "UPDATE p99.9").cells().getFirst()).isInstanceOf(Cell.Absent.class);
  }

  private static long[] oneMilli(int times) {
    long[] nanos = new long[times];
    Arrays.fill(nanos, 1_000_000);
    return nanos;
  }

  @Test
  void runsOfOneTypeNeedNone() {
    assertThat(Comparison.of(List.of(INSERTS, INSERTS)).operations()).isEmpty();
  }

  @Test
  void everyFormHasThem() {
    Comparison comparison = Comparison.of(List.of(MIXED, INSERTS));

    assertThat(TextDocument.of(ComparisonContent.of(comparison), TextStyle.PLAIN))
        .contains("\nREAD throughput");
    assertThat(MarkdownDocument.of(ComparisonContent.of(comparison)))
        .contains("\n| READ throughput | ");
    assertThat(ComparisonCsv.of(comparison)).contains("\nREAD throughput (per second),47500,,");
  }

  private static double cell(List<Row> rows, String name, int run) {
    return row(rows, name).cells().get(run).figure().orElseThrow();
  }

  private static Row row(List<Row> rows, String name) {
    return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
  }
}
