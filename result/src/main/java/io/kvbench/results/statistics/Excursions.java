package io.kvbench.results.statistics;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Values of a series that rise further above their surroundings than the noise of the series
 * explains.
 *
 * <p>The surroundings of a value are the median of the {@value #WINDOW} values around it, so a slow
 * drift is no excursion. The noise is the median absolute deviation from these medians, which a few
 * excursions hardly change. How far is too far depends on the number of values: a series of
 * independent values of a normal distribution has any excursion at all with the stated probability.
 * As the noise is only estimated, the limit is a quantile of Student's t distribution; its degrees
 * of freedom are 36.7 % of the number of values, the efficiency of the median absolute deviation:
 * P. J. Rousseeuw and C. Croux, "Alternatives to the Median Absolute Deviation", Journal of the
 * American Statistical Association 88 (1993), 1273-1283.
 */
public final class Excursions {
  /** With fewer values, the noise is not known well enough. */
  public static final int FEWEST = 30;

  private static final int WINDOW = 31;
  private static final double EFFICIENCY = 0.367;

  /** The variance of a median in units of that of a mean. */
  private static final double OF_MEDIAN = Math.PI / 2;

  /**
   * The ratio of the spread of far values' distances from their medians to that of usual ones:
   * medians vary too, and follow the usual values that they are made of.
   */
  private static final double WIDER =
      Math.sqrt((1 + OF_MEDIAN / WINDOW) / (1 - OF_MEDIAN / WINDOW));

  private final double[] values;
  private final double[] usual;
  private final double limit;

  private Excursions(double[] values, double[] usual, double limit) {
    this.values = values;
    this.usual = usual;
    this.limit = limit;
  }

  /**
   * Returns the excursions of a series.
   *
   * @param values in their order; not a number where one is unknown
   * @param least the minimum height above the surroundings of an excursion, regardless of the noise
   * @param falseAlarms the probability of any excursion where there is nothing but noise, more than
   *     0 and less than 1
   */
  public static Excursions above(double[] values, double least, double falseAlarms) {
    double[] usual =
        IntStream.range(0, values.length)
            .mapToDouble(
                index ->
                    known(
                        Arrays.copyOfRange(
                            values,
                            Math.max(0, index - WINDOW / 2),
                            Math.min(values.length, index + WINDOW / 2 + 1))))
            .toArray();
    double[] residuals =
        IntStream.range(0, values.length)
            .mapToDouble(index -> values[index] - usual[index])
            .filter(Double::isFinite)
            .toArray();
    double limit =
        residuals.length < FEWEST
            ? Double.POSITIVE_INFINITY
            : Math.max(least, far(residuals.length, falseAlarms) * Quantiles.spread(residuals));
    return new Excursions(values.clone(), usual, limit);
  }

  /** The median of the values that are known; not a number where none is. */
  private static double known(double... window) {
    return Quantiles.median(Arrays.stream(window).filter(Double::isFinite).toArray());
  }

  /** Returns how many spreads from its surroundings a value of noise is hardly ever. */
  static double far(int count, double falseAlarms) {
    int degrees = (int) Math.max(1, Math.round(EFFICIENCY * count));
    return WIDER * Distributions.studentQuantile(Math.pow(1 - falseAlarms, 1.0 / count), degrees);
  }

  /** Returns whether a value is an excursion. */
  public boolean isBeyond(int index) {
    return values[index] - usual[index] > limit;
  }

  /** Returns the median around a value; not a number where nothing is known there. */
  public double usual(int index) {
    return usual[index];
  }

  /**
   * Returns how far above its surroundings a value has to be; infinite where there are fewer than
   * {@value #FEWEST} known values.
   */
  public double limit() {
    return limit;
  }
}
