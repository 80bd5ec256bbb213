package io.kvbench.core.workload.sample;

import java.util.SplittableRandom;

/**
 * An exponential distribution of distances from 0 upwards, each less likely than the previous one
 * by the factor {@code e^-gamma}.
 *
 * <p>YCSB draws {@code floor(-ln(u) / gamma)} and repeats it while it is out of range. One draw
 * gives the same distribution, by inverting the distribution function truncated at {@code limit}:
 * {@code floor(-ln(1 - u * (1 - e^(-gamma * limit))) / gamma)}.
 */
public record Exponential(double gamma) {

  /**
   * Returns the distribution whose values are below {@code range} with a probability of {@code
   * percentile} per cent, before truncation: {@code gamma = -ln(1 - percentile / 100) / range}.
   */
  public static Exponential of(double percentile, double range) {
    return new Exponential(-Math.log1p(-percentile / 100) / range);
  }

  /** Returns a distance that is less than {@code limit}. */
  public long draw(SplittableRandom random, long limit) {
    double within = -Math.expm1(-gamma * limit);
    double distance = -Math.log1p(-random.nextDouble() * within) / gamma;
    return Math.min(limit - 1, (long) distance);
  }
}
