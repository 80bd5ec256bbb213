package io.kvbench.core.workload.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of moments, with fixed seeds; limits are about four standard deviations. */
class VariatesTest {
  private static final int COUNT = 200_000;
  private static final double FAR = 4 / Math.sqrt(COUNT);

  private final SplittableRandom random = new SplittableRandom(1);

  @Test
  void exponentialNumbersHaveTheMomentsOfTheDistribution() {
    assertMoments(() -> Variates.exponential(random) - 1, 2, 9, 265, 14_833);
  }

  @Test
  void normalNumbersHaveTheMomentsOfTheDistribution() {
    assertMoments(() -> Variates.normal(random), 0, 3, 15, 105);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 2.5, 256, 1e6, 0x1p40, 0x1p62})
  void gammaNumbersHaveTheMomentsOfTheDistribution(double shape) {
    double deviation = Math.sqrt(shape);
    assertMoments(
        () -> (Variates.gamma(shape, random) - shape) / deviation,
        2 / deviation,
        3 + 6 / shape,
        shape < 100 ? 265 : 16,
        shape < 100 ? 14_833 : 120);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1, 2.5, 256, 1e6, 0x1p40})
  void sharesHaveTheMomentsOfTheBetaDistribution(double shape) {
    double deviation = Math.sqrt(1 / (4 * (2 * shape + 1)));
    assertMoments(
        () -> (Variates.symmetricBeta(shape, random) - 0.5) / deviation,
        0,
        3 - 6 / (2 * shape + 3),
        15,
        105);
  }

  /**
   * Asserts the moments of numbers with mean 0 and variance 1.
   *
   * @param sixth an upper bound of the sixth central moment, which determines the accuracy of the
   *     third
   * @param eighth the same for the eighth and the fourth
   */
  private static void assertMoments(
      DoubleSupplier numbers, double third, double fourth, double sixth, double eighth) {
    double[] sums = new double[4];
    for (int i = 0; i < COUNT; i++) {
      double x = numbers.getAsDouble();
      sums[0] += x;
      sums[1] += x * x;
      sums[2] += x * x * x;
      sums[3] += x * x * x * x;
    }
    assertThat(sums[0] / COUNT).isCloseTo(0, Offset.offset(FAR));
    assertThat(sums[1] / COUNT).isCloseTo(1, Offset.offset(FAR * Math.sqrt(fourth - 1)));
    assertThat(sums[2] / COUNT).isCloseTo(third, Offset.offset(FAR * Math.sqrt(sixth)));
    assertThat(sums[3] / COUNT).isCloseTo(fourth, Offset.offset(FAR * Math.sqrt(eighth)));
  }
}
