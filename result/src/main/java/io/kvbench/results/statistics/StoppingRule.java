package io.kvbench.results.statistics;

import java.util.ArrayList;
import java.util.List;

/**
 * A sequential rule that decides after each run whether to repeat it: repetition stops when the
 * interval of the median is narrow enough, or at the maximum number of runs.
 *
 * <p>An interval at 95 % is right in 95 of 100 cases if it is looked at once. A rule that looks
 * after each run, and stops when the interval is narrow, stops too often when it is narrow by
 * chance. Therefore the intervals of all looks together are right with the stated level, however
 * the look to stop at is chosen: C. Jennison and B. W. Turnbull, "Interim Analyses: The Repeated
 * Confidence Interval Approach", Journal of the Royal Statistical Society B 51 (1989), 305-361. The
 * error is spent over the looks in proportion to the number of runs: K. Kim and D. L. DeMets,
 * "Design and Analysis of Group Sequential Tests Based on the Type I Error Spending Rate Function",
 * Biometrika 74 (1987), 149-154.
 *
 * <p>An interval from the k-th smallest to the k-th largest of n values misses the median if fewer
 * than k values are on one of its sides. The number of values below the median is a random walk,
 * whatever the distribution of the values, so the probability that any look misses is computed
 * exactly. The limits are valid for every continuous distribution of independent runs.
 */
public final class StoppingRule {
  private final double precision;
  private final int minRuns;
  private final int maxRuns;
  private final double level;

  /** By number of runs, the rank of the lower limit; 0 where the error spent allows no limits. */
  private final int[] ranks;

  /**
   * Makes a rule.
   *
   * @param precision half the width of the interval at which to stop, as a part of 1 of the median
   * @param minRuns the number of runs before the first look, at least 2
   * @param maxRuns the number of runs at which to stop in any case, at least {@code minRuns}
   * @param level of all intervals together, more than 0 and less than 1
   */
  public StoppingRule(double precision, int minRuns, int maxRuns, double level) {
    if (!(precision > 0) || minRuns < 2 || maxRuns < minRuns || !(level > 0 && level < 1)) {
      throw new IllegalArgumentException(
          "precision %s, %d to %d runs, level %s".formatted(precision, minRuns, maxRuns, level));
    }
    this.precision = precision;
    this.minRuns = minRuns;
    this.maxRuns = maxRuns;
    this.level = level;
    this.ranks = ranks();
  }

  /** The decision after a run. */
  public enum Verdict {
    /** Repeat it. */
    CONTINUE,
    /** Stop: the interval is narrow enough. */
    PRECISE,
    /** Stop: the runs are as many as they may be, and the interval is still too wide. */
    EXHAUSTED
  }

  /**
   * A verdict with the interval that it is based on.
   *
   * @param interval of the median of all runs so far; its level is 0, and its limits are the
   *     smallest and the largest value, where there are too few runs for any
   */
  public record Decision(Verdict verdict, ConfidenceInterval interval) {}

  /** Returns the fewest runs after which the interval can be narrow enough. */
  public int fewestRuns() {
    int runs = minRuns;
    while (runs < maxRuns && ranks[runs] == 0) {
      runs++;
    }
    return runs;
  }

  /**
   * Decides.
   *
   * @param values the figure of every run so far, at least one, at most {@code maxRuns}
   */
  public Decision decide(double... values) {
    int runs = values.length;
    if (runs == 0 || runs > maxRuns) {
      throw new IllegalArgumentException(runs + " runs instead of 1 to " + maxRuns);
    }
    double[] sorted = Quantiles.sorted(values);
    int rank = ranks[runs];
    int outermost = Math.max(1, rank) - 1;
    ConfidenceInterval interval =
        new ConfidenceInterval(
            Quantiles.median(sorted),
            sorted[outermost],
            sorted[runs - 1 - outermost],
            rank == 0 ? 0 : level,
            ConfidenceInterval.Method.REPEATED_ORDER_STATISTICS);
    boolean precise = rank > 0 && interval.relativeHalfWidth() <= precision;
    Verdict end = runs == maxRuns ? Verdict.EXHAUSTED : Verdict.CONTINUE;
    return new Decision(precise ? Verdict.PRECISE : end, interval);
  }

  /** Lets the walk run through all looks, and narrows each as far as the error allows. */
  private int[] ranks() {
    int[] found = new int[maxRuns + 1];
    double[] chances = {1};
    double spent = 0;
    for (int runs = 1; runs <= maxRuns; runs++) {
      chances = step(chances);
      if (runs >= minRuns) {
        double allowed = (1 - level) * runs / maxRuns;
        int rank = 0;
        while (rank < runs / 2 && spent + edges(chances, rank) <= allowed + 1e-12) {
          spent += edges(chances, rank);
          chances[rank] = 0;
          chances[runs - rank] = 0;
          rank++;
        }
        found[runs] = rank;
      }
    }
    return found;
  }

  private static double edges(double[] chances, int rank) {
    return chances[rank] + chances[chances.length - 1 - rank];
  }

  private static double[] step(double[] chances) {
    double[] next = new double[chances.length + 1];
    for (int below = 0; below < chances.length; below++) {
      next[below] += chances[below] / 2;
      next[below + 1] += chances[below] / 2;
    }
    return next;
  }

  /**
   * Returns the probability that any of the intervals misses the median, for every continuous
   * distribution; at most 1 less the level.
   */
  public double error() {
    List<double[]> walk = new ArrayList<>(List.of(new double[] {1}));
    double missed = 0;
    for (int runs = 1; runs <= maxRuns; runs++) {
      double[] chances = step(walk.getLast());
      for (int rank = 0; rank < ranks[runs]; rank++) {
        missed += edges(chances, rank);
        chances[rank] = 0;
        chances[runs - rank] = 0;
      }
      walk.add(chances);
    }
    return missed;
  }
}
