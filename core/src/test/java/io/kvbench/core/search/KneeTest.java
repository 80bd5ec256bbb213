package io.kvbench.core.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of quantiles against the posterior, computed from plain probabilities. */
final class KneeTest {
  private static final double LOW = 400;
  private static final double HIGH = 2_500;
  private static final double STEP = 0.005;
  private static final double[] PROBABILITIES = {0.001, 0.025, 0.1, 0.5, 0.9, 0.975, 0.999};

  private record Probe(double rate, boolean passed) {}

  /** One combination of noise and false failures, with its prior weight. */
  private record Model(double noise, double falseFail, double weight) {
    double likelihood(double logKnee, List<Probe> probes) {
      double product = weight;
      for (Probe probe : probes) {
        double pass =
            0.01 + (0.99 - falseFail) / (1 + Math.exp((Math.log(probe.rate) - logKnee) / noise));
        product *= probe.passed ? pass : 1 - pass;
      }
      return product;
    }
  }

  private static final List<Model> MODELS =
      List.of(
          new Model(0.005, 0.02, 0.3 * 0.7),
          new Model(0.005, 0.1, 0.3 * 0.3),
          new Model(0.02, 0.02, 0.4 * 0.7),
          new Model(0.02, 0.1, 0.4 * 0.3),
          new Model(0.06, 0.02, 0.3 * 0.7),
          new Model(0.06, 0.1, 0.3 * 0.3));

  @Test
  void withoutProbesTheKneeIsAnywhere() {
    assertQuantiles(List.of());
  }

  @Test
  void probesThatAgreeNarrowIt() {
    assertQuantiles(
        List.of(
            new Probe(1_000, true),
            new Probe(1_500, false),
            new Probe(1_250, true),
            new Probe(1_300, false)));
  }

  @Test
  void probesThatContradictEachOtherAreWeighed() {
    assertQuantiles(
        List.of(
            new Probe(1_000, false),
            new Probe(1_000, true),
            new Probe(1_500, true),
            new Probe(1_200, false),
            new Probe(1_250, true),
            new Probe(1_250, false)));
  }

  private static void assertQuantiles(List<Probe> probes) {
    Knee knee = new Knee(LOW, HIGH, STEP);
    probes.forEach(probe -> knee.add(probe.rate, probe.passed));

    double[] quantiles = knee.quantiles(PROBABILITIES);

    assertThat(quantiles).hasSameSizeAs(PROBABILITIES);
    for (int index = 0; index < quantiles.length; index++) {
      assertThat(below(quantiles[index], probes))
          .as("probability of a knee below %s", quantiles[index])
          .isCloseTo(PROBABILITIES[index], within(1e-9));
    }
  }

  /** Returns the probability of a knee below a rate; the grid's points are a step wide each. */
  private static double below(double rate, List<Probe> probes) {
    double sum = 0;
    double below = 0;
    for (int point = 0; point <= Math.ceil(Math.log(HIGH / LOW) / STEP); point++) {
      double logKnee = Math.log(LOW) + point * STEP;
      double likelihood =
          MODELS.stream().mapToDouble(model -> model.likelihood(logKnee, probes)).sum();
      sum += likelihood;
      below += likelihood * Math.clamp((Math.log(rate) - logKnee) / STEP + 0.5, 0, 1);
    }
    return below / sum;
  }
}
