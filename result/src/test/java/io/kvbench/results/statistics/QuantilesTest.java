package io.kvbench.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.results.statistics.Simulations.Shape;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of medians and quantiles, and of the coverage of their intervals. */
class QuantilesTest {
  @Test
  void medians() {
    assertThat(Quantiles.median(3, 1, 2)).isEqualTo(2);
    assertThat(Quantiles.median(4, 1, 2, 3)).isEqualTo(2.5);
    assertThat(Quantiles.median()).isNaN();
  }

  @Test
  void quantilesBeyondTheValuesAreTheOutermost() {
    double[] values = {5, 1, 4, 2, 3};

    assertThat(Quantiles.quantile(values, 0.01)).isEqualTo(1);
    assertThat(Quantiles.quantile(values, 0.25)).isEqualTo(1.5);
    assertThat(Quantiles.quantile(values, 0.999)).isEqualTo(5);
    assertThat(values).containsExactly(5, 1, 4, 2, 3);
  }

  @Test
  void theSpreadOfNormalValuesIsTheirStandardDeviation() {
    double[] values = Shape.NORMAL.sample(new SplittableRandom(1), 100_000);

    assertThat(Quantiles.spread(values)).isCloseTo(5, within(0.1));
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 0.5", "3, 0.75", "4, 0.875", "5, 0.9375", "6, 0.95", "30, 0.95"})
  void fewValuesReachALowerLevel(int count, double level) {
    double[] values = Shape.NORMAL.sample(new SplittableRandom(1), count);
    ConfidenceInterval interval = Quantiles.median95(values);

    assertThat(interval.level()).isEqualTo(level, within(1e-12));
    if (count < 6) {
      assertThat(interval.low()).isEqualTo(Quantiles.quantile(values, 0));
      assertThat(interval.high()).isEqualTo(Quantiles.quantile(values, 1));
    }
  }

  /**
   * Of ten values, the second smallest and the second largest have a level of 97.9 %, the third
   * ones one of 89.1 %: the limits are in between.
   */
  @Test
  void limitsLieBetweenOrderStatistics() {
    ConfidenceInterval interval = Quantiles.median95(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);

    assertThat(interval.estimate()).isEqualTo(5.5);
    assertThat(interval.low()).isBetween(2.0, 3.0);
    assertThat(interval.high()).isEqualTo(11 - interval.low(), within(1e-9));
  }

  @Test
  void equalValuesHaveNoWidth() {
    ConfidenceInterval interval = Quantiles.median95(7, 7, 7, 7, 7, 7, 7);

    assertThat(interval.low()).isEqualTo(7);
    assertThat(interval.high()).isEqualTo(7);
    assertThat(interval.relativeHalfWidth()).isZero();
  }

  @Test
  void noValuesAreRejected() {
    assertThatIllegalArgumentException().isThrownBy(() -> Quantiles.median95());
  }

  @ParameterizedTest
  @CsvSource({
    "NORMAL, 5", "NORMAL, 7", "NORMAL, 10", "NORMAL, 15", "NORMAL, 30",
    "LOGNORMAL, 5", "LOGNORMAL, 7", "LOGNORMAL, 10", "LOGNORMAL, 15", "LOGNORMAL, 30"
  })
  void intervalsOfMediansContainThemAsOftenAsStated(Shape shape, int count) {
    assertThat(
            Simulations.percent(
                4_000, random -> Quantiles.median95(shape.sample(random, count)).contains(100)))
        .isBetween(93.0, 97.0);
  }

  @ParameterizedTest
  @CsvSource({"NORMAL, 106.4078", "LOGNORMAL, 360.2224"})
  void intervalsOfOtherQuantilesDoToo(Shape shape, double p90) {
    assertThat(
            Simulations.percent(
                4_000,
                random ->
                    Quantiles.interval(shape.sample(random, 60), 0.9, ConfidenceInterval.USUAL)
                        .contains(p90)))
        .isBetween(93.0, 97.0);
  }

  /** Ten values cannot bound their 90th percentile from above at 95 %, and say so. */
  @Test
  void aLevelOutOfReachIsLowered() {
    ConfidenceInterval interval =
        Quantiles.interval(new double[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 0.9, 0.95);

    assertThat(interval.high()).isEqualTo(10);
    assertThat(interval.level()).isCloseTo(1 - 0.025 - Math.pow(0.9, 10), within(1e-12));
    assertThat(interval.reaches(0.95)).isFalse();
  }
}
