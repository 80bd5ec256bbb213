package io.kvbench.core.workload.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.apache.commons.math3.distribution.ExponentialDistribution;
import org.apache.commons.math3.stat.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;

class DistributionsTest {

  @Test
  void uniformGivesEveryNumberTheSameChance() {
    Uniform uniform = new Uniform(10, 59);
    assertThat(Fit.pValue(random -> uniform.draw(random) - 10, 50, number -> 1))
        .isGreaterThan(Fit.SIGNIFICANCE);
  }

  @Test
  void aBiasedUniformWouldBeNoticed() {
    Uniform uniform = new Uniform(0, 49);
    assertThat(Fit.pValue(uniform::draw, 50, number -> number == 7 ? 0.8 : 1)).isLessThan(1e-9);
    assertThat(Fit.pValue(uniform::draw, 51, number -> 1)).isLessThan(1e-9);
  }

  @Test
  void hotspotSharesRequestsBetweenTheSets() {
    Hotspot hotspot = Hotspot.of(100, 0.2, 0.8);
    assertThat(Fit.pValue(hotspot::draw, 100, item -> item < 20 ? 0.8 / 20 : 0.2 / 80))
        .isGreaterThan(Fit.SIGNIFICANCE);
  }

  @Test
  void otherHotspotFractionsWouldBeNoticed() {
    assertThat(
            Fit.pValue(
                Hotspot.of(100, 0.2, 0.79)::draw, 100, item -> item < 20 ? 0.8 / 20 : 0.2 / 80))
        .isLessThan(1e-9);
    assertThat(
            Fit.pValue(
                Hotspot.of(100, 0.21, 0.8)::draw, 100, item -> item < 20 ? 0.8 / 20 : 0.2 / 80))
        .isLessThan(1e-9);
  }

  @Test
  void hotspotWithAnEmptySetGivesAllToTheOther() {
    assertThat(Fit.pValue(Hotspot.of(10, 0.01, 0.8)::draw, 10, item -> 1))
        .isGreaterThan(Fit.SIGNIFICANCE);
    assertThat(Fit.pValue(Hotspot.of(10, 1, 0.8)::draw, 10, item -> 1))
        .isGreaterThan(Fit.SIGNIFICANCE);
  }

  @Test
  void exponentialFallsByTheSameFactor() {
    Exponential exponential = Exponential.of(95, 857);
    double gamma = -Math.log(0.05) / 857;
    assertThat(
            Fit.pValue(
                random -> exponential.draw(random, 1000), 1000, age -> Math.exp(-gamma * age)))
        .isGreaterThan(Fit.SIGNIFICANCE);
  }

  @Test
  void anotherPercentileWouldBeNoticed() {
    Exponential exponential = Exponential.of(94, 857);
    double gamma = -Math.log(0.05) / 857;
    assertThat(
            Fit.pValue(
                random -> exponential.draw(random, 1000), 1000, age -> Math.exp(-gamma * age)))
        .isLessThan(1e-4);
  }

  @Test
  void exponentialIsBelowItsRangeAsOftenAsItsPercentileSays() {
    Exponential exponential = Exponential.of(95, 1e9);
    SplittableRandom random = new SplittableRandom(3);
    double[] drawn = new double[20_000];
    int below = 0;
    for (int draw = 0; draw < drawn.length; draw++) {
      drawn[draw] = exponential.draw(random, Long.MAX_VALUE);
      below += drawn[draw] < 1e9 ? 1 : 0;
    }
    assertThat(below / (double) drawn.length).isCloseTo(0.95, within(0.005));
    double mean = 1e9 / -Math.log(0.05);
    assertThat(ks(mean, drawn)).isGreaterThan(Fit.SIGNIFICANCE);
    assertThat(ks(mean * 1.05, drawn)).isLessThan(Fit.SIGNIFICANCE);
  }

  @Test
  void weightsNeedNotSumToOne() {
    double[] weights = {3, 0.5, 1.5};
    assertThat(Fit.pValue(new Weighted(weights)::draw, 3, index -> weights[index]))
        .isGreaterThan(Fit.SIGNIFICANCE);
    assertThat(
            Fit.pValue(new Weighted(new double[] {3, 0.5, 1.6})::draw, 3, index -> weights[index]))
        .isLessThan(1e-9);
    assertThat(Fit.pValue(new Weighted(new double[] {7})::draw, 1, index -> 1))
        .isGreaterThan(Fit.SIGNIFICANCE);
  }

  private static double ks(double mean, double[] drawn) {
    return new KolmogorovSmirnovTest()
        .kolmogorovSmirnovTest(new ExponentialDistribution(null, mean), drawn);
  }
}
