package io.kvbench.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.results.statistics.Simulations.Shape;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of outlying runs. */
class OutliersTest {
  @Test
  void aValueFarFromTheOthersIsFound() {
    double[] values = {101, 99, 100, 42, 102, 98, 100.5, 99.5};

    assertThat(Outliers.of(values, 0.01)).containsExactly(3);
    assertThat(values).contains(42);
  }

  /** Two outliers do not hide one another, as they do where the standard deviation is the unit. */
  @Test
  void severalAreFound() {
    double[] values = {100, 101, 99, 180, 100.5, 99.5, 98.5, 101.5, 190, 100.2};

    assertThat(Outliers.of(values, 0.01)).containsExactly(3, 8);
  }

  @Test
  void fewValuesOrEqualOnesHaveNone() {
    assertThat(Outliers.of(new double[] {1, 1.1, 0.9, 50}, 0.01)).isEmpty();
    assertThat(Outliers.of(new double[] {7, 7, 7, 7, 7, 8}, 0.01)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {5, 10, 30})
  void falseAlarmsComeAsOftenAsStated(int count) {
    double far = Outliers.far(count, 0.05);

    assertThat(
            Simulations.percent(
                2_000,
                random -> !Outliers.beyond(far, Shape.NORMAL.sample(random, count)).isEmpty()))
        .isBetween(4.0, 6.0);
  }
}
