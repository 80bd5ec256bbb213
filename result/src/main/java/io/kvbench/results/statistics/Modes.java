package io.kvbench.results.statistics;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.DoublePredicate;

/**
 * Two clusters of values which neither the median nor the mean represents.
 *
 * @param low the median of the lower one
 * @param lowShare its share of all values
 * @param high the median of the upper one
 * @param highShare likewise
 */
public record Modes(double low, double lowShare, double high, double highShare) {
  /** With fewer values, two groups of them are common in samples that have one mode. */
  public static final int FEWEST = 8;

  /** The least share of the values that is a mode. */
  private static final double LEAST_MODE = 0.15;

  /** The largest share of the values that may lie between two modes. */
  private static final double MOST_BETWEEN = 0.1;

  /** A mode reaches so far, of the distance to the other. */
  private static final double REACH = 0.3;

  /** The least distance of two modes, in their own spreads. */
  private static final double APART = 5;

  /** Returns the two modes of some values, if there are two that are clearly apart. */
  public static Optional<Modes> of(double... values) {
    double[] sorted = Quantiles.sorted(values);
    int split = split(sorted);
    double[] slow = Arrays.copyOf(sorted, split);
    double[] fast = Arrays.copyOfRange(sorted, split, sorted.length);
    double low = Quantiles.median(slow);
    double high = Quantiles.median(fast);
    double reach = REACH * (high - low);
    double lowShare = share(sorted, value -> value <= low + reach);
    double highShare = share(sorted, value -> value >= high - reach);
    double spread = Math.hypot(Quantiles.spread(slow), Quantiles.spread(fast)) / Math.sqrt(2);
    return high > low
            && Math.min(lowShare, highShare) >= LEAST_MODE
            && 1 - lowShare - highShare <= MOST_BETWEEN
            && high - low > APART * spread
        ? Optional.of(new Modes(low, lowShare, high, highShare))
        : Optional.empty();
  }

  /**
   * Returns the two modes of independent values if one mode is improbable by the {@linkplain Dip
   * dip test}; empty where there are fewer than {@value #FEWEST}.
   *
   * @param falseAlarms the largest probability of two modes in a sample that has one
   */
  public static Optional<Modes> significant(double[] values, double falseAlarms) {
    return values.length >= FEWEST && Dip.pValue(values) <= falseAlarms
        ? of(values)
        : Optional.empty();
  }

  private static double share(double[] values, DoublePredicate which) {
    return (double) Arrays.stream(values).filter(which).count() / Math.max(1, values.length);
  }

  /** Returns where sorted values fall into two groups with the most variance between them. */
  private static int split(double[] sorted) {
    double sum = Arrays.stream(sorted).sum();
    double below = 0;
    double most = -1;
    int best = 0;
    for (int count = 1; count < sorted.length; count++) {
      below += sorted[count - 1];
      double apart = (sum - below) / (sorted.length - count) - below / count;
      double between = apart * apart * count * (sorted.length - count);
      if (between > most) {
        most = between;
        best = count;
      }
    }
    return best;
  }
}
