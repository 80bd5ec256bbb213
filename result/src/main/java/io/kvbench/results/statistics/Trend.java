package io.kvbench.results.statistics;

import io.kvbench.results.statistics.ConfidenceInterval.Method;
import java.util.Arrays;
import java.util.Optional;

/**
 * A test for a monotonic trend in independent values: H. B. Mann, "Nonparametric Tests Against
 * Trend", Econometrica 13 (1945), 245-259. The p-value is exact for up to {@value #MOST_EXACT}
 * different values; otherwise it is that of the normal approximation with the correction for ties
 * of M. G. Kendall, "Rank Correlation Methods" (1975).
 *
 * @param tau the share of pairs that increase, less the share that decrease; from -1 to 1
 * @param pValue the probability of a tau that is as far from 0, or farther, without a trend
 * @param slope the median of the slopes between all pairs of values, per value
 */
public record Trend(double tau, double pValue, ConfidenceInterval slope) {
  /** With fewer values, no order is improbable enough for a level of 95 %. */
  public static final int FEWEST = 5;

  private static final int MOST_EXACT = 100;

  /** Returns the trend; empty where there are fewer than {@value #FEWEST} values. */
  public static Optional<Trend> of(double[] values, double level) {
    if (values.length < FEWEST) {
      return Optional.empty();
    }
    int count = values.length;
    double pairs = count * (count - 1) / 2.0;
    double[] slopes = new double[count * (count - 1) / 2];
    double score = 0;
    int filled = 0;
    for (int later = 1; later < count; later++) {
      for (int earlier = 0; earlier < later; earlier++) {
        score += Math.signum(values[later] - values[earlier]);
        slopes[filled++] = (values[later] - values[earlier]) / (later - earlier);
      }
    }
    boolean exact = count <= MOST_EXACT && Arrays.stream(values).distinct().count() == count;
    double deviation = Math.sqrt(variance(values));
    double pValue = exact ? exact(count, score) : approximate(score, deviation);
    return Optional.of(
        new Trend(score / pairs, pValue, slope(slopes, exact, count, deviation, level)));
  }

  /** Twice the probability of so few inversions, or fewer. */
  private static double exact(int count, double score) {
    double[] chances = RankCounts.inversions(count);
    long fewer = Math.round((chances.length - 1 - Math.abs(score)) / 2);
    double tail = 0;
    for (int inversions = 0; inversions <= fewer; inversions++) {
      tail += chances[inversions];
    }
    return Math.min(1, 2 * tail);
  }

  private static double approximate(double score, double deviation) {
    double distance = Math.max(0, Math.abs(score) - 1);
    return deviation == 0 ? 1 : Math.min(1, 2 * Distributions.normal(-distance / deviation));
  }

  private static double variance(double[] values) {
    double[] sorted = Quantiles.sorted(values);
    double sum = weight(sorted.length);
    int equal = 1;
    for (int index = 1; index <= sorted.length; index++) {
      if (index < sorted.length && sorted[index] == sorted[index - 1]) {
        equal++;
      } else {
        sum -= weight(equal);
        equal = 1;
      }
    }
    return sum / 18;
  }

  private static double weight(double count) {
    return count * (count - 1) * (2 * count + 5);
  }

  private static ConfidenceInterval slope(
      double[] slopes, boolean exact, int count, double deviation, double level) {
    double[] sorted = Quantiles.sorted(slopes);
    double[] chances = exact ? RankCounts.inversions(count) : new double[0];
    int trimmed =
        exact
            ? RankCounts.trimmed(chances, level)
            : (int)
                Math.max(
                    0,
                    (sorted.length - Distributions.normalQuantile((1 + level) / 2) * deviation)
                        / 2);
    int outermost = Math.max(1, trimmed) - 1;
    return new ConfidenceInterval(
        Quantiles.median(sorted),
        sorted[outermost],
        sorted[sorted.length - 1 - outermost],
        exact ? RankCounts.level(chances, trimmed) : level,
        Method.THEIL_SEN);
  }
}
