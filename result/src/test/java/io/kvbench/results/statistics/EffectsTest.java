package io.kvbench.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.kvbench.results.statistics.Simulations.Shape;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of ratios and dominance of two groups, and of the coverage of their intervals. */
class EffectsTest {
  private static final double FACTOR = 1.1;

  @Test
  void theRatioIsTheMedianOfAllRatios() {
    ConfidenceInterval ratio =
        Effects.ratio(new double[] {4, 8, 16}, new double[] {1, 2, 4}, 0.95).orElseThrow();

    assertThat(ratio.estimate()).isCloseTo(4, within(1e-12));
    assertThat(ratio.low()).isCloseTo(1, within(1e-12));
    assertThat(ratio.high()).isCloseTo(16, within(1e-12));
    // The two extreme orders of 20.
    assertThat(ratio.level()).isCloseTo(0.9, within(1e-12));
  }

  /** Of 252 orders of five and five values, four have a statistic of 2 or less. */
  @Test
  void rankSumLimitsOfFiveAndFive() {
    double[] first = {1, 10, 100, 1_000, 10_000};
    double[] second = {2, 3, 5, 7, 11};
    double[] ratios =
        IntStream.range(0, 25).mapToDouble(pair -> first[pair / 5] / second[pair % 5]).toArray();
    ConfidenceInterval ratio = Effects.ratio(first, second, 0.95).orElseThrow();

    assertThat(ratio.level()).isCloseTo(1 - 8.0 / 252, within(1e-12));
    assertThat(ratio.low()).isCloseTo(Quantiles.sorted(ratios)[2], within(1e-9));
    assertThat(ratio.high()).isCloseTo(Quantiles.sorted(ratios)[22], within(1e-6));
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "2, 0.5", "3, 0.75", "4, 0.875", "5, 0.9375", "6, 0.96875"})
  void fewPairsReachALowerLevel(int pairs, double level) {
    double[] first = IntStream.rangeClosed(1, pairs).mapToDouble(pair -> pair * 2).toArray();
    double[] second = IntStream.rangeClosed(1, pairs).mapToDouble(pair -> pair).toArray();
    ConfidenceInterval ratio = Effects.pairedRatio(first, second, 0.95).orElseThrow();

    assertThat(ratio.estimate()).isCloseTo(2, within(1e-12));
    assertThat(ratio.level()).isCloseTo(level, within(1e-12));
  }

  @Test
  void figuresWithoutALogarithmHaveNoRatio() {
    assertThat(Effects.ratio(new double[] {1, 0}, new double[] {1}, 0.95)).isEmpty();
    assertThat(Effects.ratio(new double[0], new double[] {1}, 0.95)).isEmpty();
    assertThat(Effects.pairedRatio(new double[] {Double.NaN}, new double[] {1}, 0.95)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Effects.pairedRatio(new double[] {1, 2}, new double[] {1}, 0.95));
  }

  @Test
  void dominance() {
    double[] small = {1, 2, 3};
    double[] large = {4, 5, 6};

    assertThat(Effects.cliffsDelta(large, small, 0.95).estimate()).isEqualTo(1);
    assertThat(Effects.cliffsDelta(small, large, 0.95).estimate()).isEqualTo(-1);
    assertThat(Effects.cliffsDelta(small, small, 0.95).estimate()).isZero();
    assertThat(Effects.cliffsDelta(large, small, 0.95).high()).isEqualTo(1);
    assertThat(Effects.cliffsDelta(large, small, 0.95).low()).isBetween(-0.2, 0.8);
  }

  @ParameterizedTest
  @CsvSource({
    "NORMAL, 5, 5", "NORMAL, 8, 5", "NORMAL, 20, 20",
    "LOGNORMAL, 5, 6", "LOGNORMAL, 8, 8", "LOGNORMAL, 20, 20"
  })
  void intervalsOfRatiosContainThemAsOftenAsStated(Shape shape, int first, int second) {
    assertThat(
            Simulations.percent(
                2_000,
                random ->
                    Effects.ratio(
                            times(FACTOR, shape.sample(random, first)),
                            shape.sample(random, second),
                            ConfidenceInterval.USUAL)
                        .orElseThrow()
                        .contains(FACTOR)))
        .isBetween(93.0, 97.0);
  }

  /** The variation common to both runs of a pair is ten times that of each. */
  @ParameterizedTest
  @CsvSource({"NORMAL, 8", "NORMAL, 10", "LOGNORMAL, 7", "LOGNORMAL, 20"})
  void intervalsOfPairedRatiosDoToo(Shape shape, int pairs) {
    assertThat(
            Simulations.percent(
                2_000,
                random -> {
                  double[] first = times(FACTOR, shape.sample(random, pairs));
                  double[] second = shape.sample(random, pairs);
                  for (int pair = 0; pair < pairs; pair++) {
                    double common = Math.exp(random.nextGaussian());
                    first[pair] *= common;
                    second[pair] *= common;
                  }
                  return Effects.pairedRatio(first, second, ConfidenceInterval.USUAL)
                      .orElseThrow()
                      .contains(FACTOR);
                }))
        .isBetween(93.0, 97.0);
  }

  @ParameterizedTest
  @CsvSource({"0, 8", "0, 30", "1, 5", "1, 15"})
  void intervalsOfDominanceDoToo(double deviations, int count) {
    double delta = 2 * Distributions.normal(deviations / Math.sqrt(2)) - 1;
    assertThat(
            Simulations.percent(
                2_000,
                random -> {
                  double[] first = Shape.NORMAL.sample(random, count);
                  for (int index = 0; index < count; index++) {
                    first[index] += 5 * deviations;
                  }
                  return Effects.cliffsDelta(
                          first, Shape.NORMAL.sample(random, count), ConfidenceInterval.USUAL)
                      .contains(delta);
                }))
        .isBetween(93.0, 97.0);
  }

  private static double[] times(double factor, double[] values) {
    return Arrays.stream(values).map(value -> factor * value).toArray();
  }
}
