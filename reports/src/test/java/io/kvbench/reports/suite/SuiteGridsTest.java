package io.kvbench.reports.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.reports.suite.SuiteGrids.Grid;
import io.kvbench.reports.suite.SuiteGrids.Square;
import io.kvbench.results.figure.Metric;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class SuiteGridsTest {
  private final SuiteGrids grids =
      SuiteGrids.of(SuiteCells.of(Suites.grid(1.5)), Metric.THROUGHPUT).orElseThrow();

  @Test
  void theLastTwoAxesSpanAGridForEachOfTheOthers() {
    // Connections follow clients, so they are no separate axis.
    assertThat(grids.down().name()).isEqualTo("valuesize");
    assertThat(grids.down().values()).containsExactly("64", "256", "1024");
    assertThat(grids.across().name()).isEqualTo("clients");
    assertThat(grids.across().values()).containsExactly("1", "2", "4", "8");
    assertThat(grids.grids()).extracting(Grid::title).containsExactly("one", "two");
    assertThat(grids.grids().getFirst().rows()).hasSize(3).allMatch(row -> row.size() == 4);
    Square square = grids.grids().get(1).rows().get(1).get(2);
    assertThat(square.value().orElseThrow()).isCloseTo(4 * 100_000.0 / 256 * 1.5, within(1e-6));
    assertThat(square.report()).hasValue("cells/c19/run");
  }

  @Test
  void whatHasNotRunIsNotKnown() {
    assertThat(grids.grids().getFirst().rows().get(2).get(3))
        .isEqualTo(new Square(OptionalDouble.empty(), Optional.empty()));
    assertThat(grids.grids().getFirst().values()).hasSize(11);
  }

  @Test
  void twoSystemsHaveAGridOfTheirDifferences() {
    assertThat(grids.differences()).extracting(Grid::title).containsExactly("two against one");
    assertThat(grids.differences().getFirst().values())
        .hasSize(11)
        .allSatisfy(value -> assertThat(value).isCloseTo(0.5, within(1e-9)));
    assertThat(grids.scaleOfDifferences().applyAsDouble(0.5)).isCloseTo(1, within(1e-9));
    assertThat(grids.scaleOfDifferences().applyAsDouble(1 / 1.5 - 1))
        .as("a factor up and down are as far")
        .isCloseTo(1, within(1e-9));
  }

  @Test
  void theScaleGoesFromTheLeastToTheMost() {
    assertThat(grids.isLogarithmic()).isTrue();
    assertThat(grids.scale().applyAsDouble(grids.least())).isZero();
    assertThat(grids.scale().applyAsDouble(grids.most())).isEqualTo(1);
    assertThat(grids.scale().applyAsDouble(Math.sqrt(grids.least() * grids.most())))
        .isCloseTo(0.5, within(1e-9));
  }

  @Test
  void twoSuitesAreOneWithAnAxisThatTellsThemApart() {
    SuiteCells both =
        SuiteCells.together(List.of("before", "after"), List.of(Suites.grid(1.5), Suites.grid(3)));
    SuiteGrids together = SuiteGrids.of(both, Metric.THROUGHPUT).orElseThrow();

    assertThat(together.grids())
        .extracting(Grid::title)
        .containsExactly("before, one", "before, two", "after, one", "after, two");
    assertThat(together.differences())
        .extracting(Grid::title)
        .containsExactly("after against before, one", "after against before, two");
    assertThat(together.differences().get(0).values()).containsOnly(0.0);
    assertThat(together.differences().get(1).values())
        .allSatisfy(value -> assertThat(value).isCloseTo(1, within(1e-9)));
    assertThat(both.combinations()).hasSize(48);
  }

  @Test
  void aSuiteWithFewValuesHasNone() {
    assertThat(SuiteGrids.of(SuiteCells.of(Suites.some()), Metric.THROUGHPUT)).isEmpty();
  }
}
