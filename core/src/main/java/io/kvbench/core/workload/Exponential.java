package io.kvbench.core.workload;

import java.util.SplittableRandom;

/**
 * Distances from 0 upwards, each less likely than the one before by the same factor {@code
 * e^-gamma}.
 *
 * <p>YCSB draws {@code floor(-ln(u) / gamma)} and repeats it while it is out of range. The same
 * distribution comes out of one draw by inverting the distribution function cut off at {@code
 * limit}: {@code floor(-ln(1 - u * (1 - e^(-gamma * limit))) / gamma)}.
 */
record Exponential(double gamma) {

  /**
   * Returns the distribution that stays below {@code range} with a probability of {@code
   * percentile} per cent, before it is cut off: {@code gamma = -ln(1 - percentile / 100) / range}.
   */
  static Exponential of(double percentile, double range) {
    return new Exponential(-Math.log1p(-percentile / 100) / range);
  }

  /** Returns a distance that is less than {@code limit}. */
  long draw(SplittableRandom random, long limit) {
    double within = -Math.expm1(-gamma * limit);
    double distance = -Math.log1p(-random.nextDouble() * within) / gamma;
    return Math.min(limit - 1, (long) distance);
  }
}
