package io.kvbench.results.statistics;

/**
 * A figure with its confidence interval.
 *
 * @param estimate the figure itself, from {@code low} to {@code high}
 * @param low the lower limit
 * @param high the upper limit
 * @param level the confidence level that the limits reach, from 0 to 1: lower than requested where
 *     there are too few values for it, and 0 where there is one value
 * @param method how the limits were found
 */
public record ConfidenceInterval(
    double estimate, double low, double high, double level, Method method) {
  /** The usual confidence level. */
  public static final double USUAL = 0.95;

  /** A method that gives confidence limits, with its source. */
  public enum Method {
    /**
     * Order statistics with fractional ranks: A. D. Hutson, "Calculating nonparametric confidence
     * intervals for quantiles using fractional order statistics", Journal of Applied Statistics 26
     * (1999), 343-353.
     */
    ORDER_STATISTICS("order statistics"),

    /**
     * Order statistics with levels that allow for every earlier look at the values: see {@link
     * StoppingRule}.
     */
    REPEATED_ORDER_STATISTICS("order statistics, adjusted for repeated looks"),

    /**
     * Ratios of each value of one group to each of the other, limited by the exact distribution of
     * the Mann-Whitney statistic: J. L. Hodges and E. L. Lehmann, "Estimates of Location Based on
     * Rank Tests", The Annals of Mathematical Statistics 34 (1963), 598-611; M. Hollander, D. A.
     * Wolfe and E. Chicken, "Nonparametric Statistical Methods" (2014), section 4.3.
     */
    RANK_SUM("Hodges-Lehmann"),

    /**
     * The same for pairs, limited by the exact distribution of Wilcoxon's signed-rank statistic:
     * the same sources, section 3.3.
     */
    SIGNED_RANK("Hodges-Lehmann, paired"),

    /**
     * Normal limits of a probability, as a function of it: R. G. Newcombe, "Confidence intervals
     * for an effect size measure based on the Mann-Whitney statistic, part 2", Statistics in
     * Medicine 25 (2006), 559-573, method 5.
     */
    NEWCOMBE("Newcombe"),

    /** The bootstrap: see {@link Bootstrap}. */
    BOOTSTRAP("bootstrap"),

    /**
     * Slopes between all pairs of values, limited by the distribution of Kendall's statistic: P. K.
     * Sen, "Estimates of the Regression Coefficient Based on Kendall's Tau", Journal of the
     * American Statistical Association 63 (1968), 1379-1389.
     */
    THEIL_SEN("Theil-Sen");

    private final String words;

    Method(String words) {
      this.words = words;
    }

    /** Returns its name in reports. */
    public String words() {
      return words;
    }
  }

  /** Returns whether a value lies within the limits. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /**
   * Returns the larger distance of a limit from the estimate, as a part of 1 of the estimate;
   * infinite where the estimate is 0 and a limit is not.
   */
  public double relativeHalfWidth() {
    double half = Math.max(high - estimate, estimate - low);
    return half == 0 ? 0 : half / Math.abs(estimate);
  }

  /** Returns whether the limits reach a confidence level. */
  public boolean reaches(double wanted) {
    return level >= wanted - 1e-9;
  }
}
