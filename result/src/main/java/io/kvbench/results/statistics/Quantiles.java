package io.kvbench.results.statistics;

import java.util.Arrays;

/** Medians and other quantiles of a few values, with distribution-free confidence intervals. */
public final class Quantiles {
  /**
   * The factor from the median absolute deviation of a normal distribution to its standard
   * deviation.
   */
  public static final double NORMAL = 1.4826;

  private Quantiles() {}

  /** Returns the median; not a number where there are no values. */
  public static double median(double... values) {
    return quantile(values, 0.5);
  }

  /**
   * Returns a quantile: the order statistic with the fractional rank (n + 1) p, or the smallest or
   * largest value where that is beyond them.
   *
   * @param p from 0 to 1
   * @return not a number where there are no values
   */
  public static double quantile(double[] values, double p) {
    double[] sorted = sorted(values);
    return sorted.length == 0 ? Double.NaN : atRank(sorted, (sorted.length + 1) * p);
  }

  /**
   * Returns the median absolute deviation from the median, scaled to be the standard deviation of a
   * normal distribution: F. R. Hampel, "The Influence Curve and Its Role in Robust Estimation",
   * Journal of the American Statistical Association 69 (1974), 383-393.
   */
  public static double spread(double... values) {
    double median = median(values);
    return NORMAL * median(Arrays.stream(values).map(value -> Math.abs(value - median)).toArray());
  }

  /**
   * Returns the median of independent values with its confidence interval at a level of 95 %. With
   * five values, the limits are the smallest and the largest and the level is 93.75 %; with four it
   * is 87.5 %, with three 75 %, with two 50 %.
   *
   * @param values at least one
   */
  public static ConfidenceInterval median95(double... values) {
    return interval(values, 0.5, ConfidenceInterval.USUAL);
  }

  /**
   * Returns a quantile of independent values with its confidence interval. Where the smallest or
   * the largest value would have to be exceeded, it is the limit, and the level is lower.
   *
   * @param values at least one
   * @param p more than 0 and less than 1
   * @param level more than 0 and less than 1
   */
  public static ConfidenceInterval interval(double[] values, double p, double level) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no values");
    }
    double[] sorted = sorted(values);
    int count = sorted.length;
    double tail = (1 - level) / 2;
    // The chance that the quantile is below the smallest value, or above the largest.
    double below = Math.max(tail, Math.pow(1 - p, count));
    double above = Math.max(tail, Math.pow(p, count));
    double low = below > tail ? 1 : rank(count, p, 1 - tail);
    double high = above > tail ? count : rank(count, p, tail);
    double estimate = atRank(sorted, (count + 1) * p);
    return new ConfidenceInterval(
        estimate,
        Math.min(estimate, atRank(sorted, low)),
        Math.max(estimate, atRank(sorted, high)),
        Math.max(0, 1 - below - above),
        ConfidenceInterval.Method.ORDER_STATISTICS);
  }

  /** Returns the rank whose order statistic is below the quantile with some probability. */
  private static double rank(int count, double p, double probability) {
    double whole = count + 1.0;
    return Distributions.inverse(
        rank -> -Distributions.beta(p, rank, whole - rank), -probability, 1, count);
  }

  private static double atRank(double[] sorted, double rank) {
    double within = Math.clamp(rank, 1, sorted.length);
    int below = (int) within;
    double value = sorted[below - 1];
    return within == below ? value : value + (within - below) * (sorted[below] - value);
  }

  static double[] sorted(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted;
  }
}
