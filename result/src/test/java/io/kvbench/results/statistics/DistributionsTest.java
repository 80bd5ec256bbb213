package io.kvbench.results.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.apache.commons.math3.distribution.NormalDistribution;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.special.Beta;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The functions against those of another library. */
class DistributionsTest {
  @ParameterizedTest
  @ValueSource(doubles = {1e-6, 0.001, 0.025, 0.3, 0.5, 0.9, 0.975, 0.9999})
  void quantiles(double share) {
    assertThat(Distributions.normalQuantile(share))
        .isCloseTo(new NormalDistribution().inverseCumulativeProbability(share), within(1e-7));
    for (int degrees : new int[] {1, 2, 5, 19, 200}) {
      double expected = new TDistribution(degrees).inverseCumulativeProbability(share);
      assertThat(Distributions.studentQuantile(share, degrees))
          .isCloseTo(expected, within(1e-6 * Math.max(1, Math.abs(expected))));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {-9, -3, -0.4, 0, 1, 2.5, 7.9, 20})
  void normalProbabilities(double value) {
    assertThat(Distributions.normal(value))
        .isCloseTo(new NormalDistribution().cumulativeProbability(value), within(1e-14));
  }

  @Test
  void incompleteBetaFunctions() {
    for (double a : new double[] {0.5, 1, 3.7, 30}) {
      for (double b : new double[] {0.5, 1, 2.2, 55}) {
        for (double x : new double[] {0, 1e-4, 0.2, 0.5, 0.77, 0.9999, 1}) {
          assertThat(Distributions.beta(x, a, b))
              .as("I_%s(%s, %s)", x, a, b)
              .isCloseTo(Beta.regularizedBeta(x, a, b), within(1e-11));
        }
      }
    }
  }
}
