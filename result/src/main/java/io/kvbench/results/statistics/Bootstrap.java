package io.kvbench.results.statistics;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * The bootstrap of any statistic of units, such as the blocks of seconds of one run, or runs: what
 * the statistic would have been if the units had come in other numbers. Units are drawn with
 * replacement, as many as there are, {@value #REPLICATES} times.
 *
 * <p>B. Efron and R. J. Tibshirani, "An Introduction to the Bootstrap" (1993), chapter 13. Blocks
 * that do not overlap keep the dependence within them: E. Carlstein, "The Use of Subseries Values
 * for Estimating the Variance of a General Statistic from a Stationary Sequence", The Annals of
 * Statistics 14 (1986), 1171-1179. Limits are percentiles of the draws. With few units these are
 * too narrow, so the percentiles are expanded as Student's t is wider than the normal distribution:
 * T. C. Hesterberg, "What Teachers Should Know About the Bootstrap", The American Statistician 69
 * (2015), 371-386, section 4.
 */
public final class Bootstrap {
  /** The number of replicates. */
  public static final int REPLICATES = 1_000;

  private Bootstrap() {}

  /**
   * Draws units.
   *
   * @param units how many there are, at least one
   * @param seed decides the draws
   * @param draws takes how often each unit was drawn, {@value #REPLICATES} times; the array is
   *     reused
   */
  public static void draw(int units, long seed, Consumer<int[]> draws) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] times = new int[units];
    for (int replicate = 0; replicate < REPLICATES; replicate++) {
      Arrays.fill(times, 0);
      for (int drawn = 0; drawn < units; drawn++) {
        times[random.nextInt(units)]++;
      }
      draws.accept(times);
    }
  }

  /**
   * Returns the interval of a statistic.
   *
   * @param estimate the statistic of the units as they are
   * @param replicates the statistic of each draw
   * @param units how many were drawn from; of two groups, the smaller number
   * @param level more than 0 and less than 1; with a single unit, the level is 0
   */
  public static ConfidenceInterval interval(
      double estimate, double[] replicates, int units, double level) {
    if (units < 2) {
      return new ConfidenceInterval(
          estimate, estimate, estimate, 0, ConfidenceInterval.Method.BOOTSTRAP);
    }
    double[] sorted = Quantiles.sorted(replicates);
    double wide =
        Math.sqrt(units / (units - 1.0))
            * Distributions.studentQuantile((1 + level) / 2, units - 1);
    double share = Distributions.normal(wide);
    return new ConfidenceInterval(
        estimate,
        Quantiles.quantile(sorted, 1 - share),
        Quantiles.quantile(sorted, share),
        level,
        ConfidenceInterval.Method.BOOTSTRAP);
  }
}
