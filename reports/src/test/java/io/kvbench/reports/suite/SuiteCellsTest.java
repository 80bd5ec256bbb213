package io.kvbench.reports.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.reports.content.SuiteContent;
import io.kvbench.reports.suite.SuiteCells.Combination;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.Cell;
import io.kvbench.results.directory.SuiteDocument.CellOutcome;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SuiteCellsTest {
  private final SuiteCells cells = SuiteCells.of(Suites.some());

  @Test
  void cellsAreGroupedByCombination() {
    assertThat(cells.axes()).containsExactly("db", "valuesize");
    assertThat(cells.combinations())
        .extracting(Combination::title)
        .containsExactly(
            "one, valuesize=64", "one, valuesize=256", "two, valuesize=64", "two, valuesize=256");
    assertThat(cells.combinations())
        .allSatisfy(
            each -> assertThat(each.cells()).extracting(Cell::repeat).containsExactly(1, 2, 3));
  }

  @Test
  void whatIsNotDoneIsNoPartOfAnyFigure() {
    assertThat(cells.done()).hasSize(9);
    assertThat(cells.combinations().getLast().values(Metric.THROUGHPUT)).isEmpty();
    assertThat(cells.combinations().getFirst().values(Metric.P99)).isEmpty();
  }

  @Test
  void ofRepeatsTheMedianIsShownWithItsRange() {
    List<Double> values = cells.combinations().get(1).values(Metric.THROUGHPUT);

    assertThat(values).containsExactly(2_001.0, 2_002.0, 2_003.0);
    assertThat(CellFigures.median(values)).hasValue(2_002);
    assertThat(CellFigures.median(List.of(1.0, 2.0, 3.0, 4.0))).hasValue(2.5);
  }

  @Test
  void whatIsStoredOfARunHasEachFigureOfSuites() {
    OptionalDouble known = OptionalDouble.of(3);
    CellOutcome outcome =
        new CellOutcome("VALID", List.of(), 0, 1, known, known, known, known, 1, 0);

    assertThat(MetricLists.SUITE)
        .as("CellOutcome stores what each figure is computed from, and CellFigures returns it")
        .allSatisfy(figure -> assertThat(CellFigures.of(figure, outcome)).isPresent());
  }

  private static List<Cell> compared(SuiteDocument suite, int times) {
    List<String> labels = IntStream.range(0, times).mapToObj(label -> "s" + label).toList();
    return SuiteCells.together(labels, Collections.nCopies(times, suite)).compared();
  }

  @Test
  void noMoreRunsAreComparedThanCanBeRead() {
    assertThat(cells.compared()).hasSize(9);
    assertThat(compared(Suites.some(), 7)).hasSize(21).extracting(Cell::repeat).containsOnly(2);
    assertThat(compared(Suites.grid(1), 2)).hasSize(44);
    assertThat(compared(Suites.grid(1), 3)).isEmpty();
  }

  @Test
  void howSuitesDifferIsShownWithTheirFigures() {
    List<String> labels = List.of("a", "b");

    assertThat(
            TextDocument.of(
                SuiteContent.of(
                    SuiteCells.together(labels, List.of(Suites.some(), Suites.grid(1)))),
                TextStyle.PLAIN))
        .contains("Differences")
        .containsPattern("axis.db +one,two +–");
    assertThat(
            TextDocument.of(
                SuiteContent.of(SuiteCells.together(labels, List.of(Suites.some(), Suites.some()))),
                TextStyle.PLAIN))
        .doesNotContain("Differences");
  }

  @Test
  void theTextHasARowForEachCombinationAndTheReasons() {
    String text = TextDocument.of(SuiteContent.of(cells), TextStyle.PLAIN);

    assertThat(text)
        .contains("Runs done 9 of 12")
        .containsPattern(
            "one, valuesize=256 +3/3 +2,002/s +2,001/s +2,003/s +200 ?µs +– +6\\n +INVALID")
        .contains("INVALID 1×, SUSPECT 2×")
        .containsPattern("two, valuesize=256 +0/3 +– ")
        .contains("two, valuesize=256 #1 failed: no <server>")
        .contains("two, valuesize=256 #2 partial: interrupted")
        .contains("1 run was not started");
  }
}
