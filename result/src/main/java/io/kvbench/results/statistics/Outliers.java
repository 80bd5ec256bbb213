package io.kvbench.results.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Values far from the median, in units of the median absolute deviation. They are for showing, not
 * for dropping. The distance that counts as far depends on the number of values, so that a sample
 * of a normal distribution has any outlier at all with the stated probability: L. Davies and U.
 * Gather, "The Identification of Multiple Outliers", Journal of the American Statistical
 * Association 88 (1993), 782-792. It is found by simulation with a fixed seed.
 */
public final class Outliers {
  /** With fewer values, the median absolute deviation says little about the spread. */
  public static final int FEWEST = 5;

  private static final int SAMPLES = 4_000;
  private static final long SEED = 0x6f75_746c_6965_72L;

  private Outliers() {}

  /**
   * Returns the indices of outliers, in their order; none where there are fewer than {@value
   * #FEWEST} values, or more than half of them are equal.
   *
   * @param falseAlarms the probability of any outlier in a sample of a normal distribution, more
   *     than 0 and less than 1
   */
  public static List<Integer> of(double[] values, double falseAlarms) {
    return values.length < FEWEST ? List.of() : beyond(far(values.length, falseAlarms), values);
  }

  /** Returns the indices of values that are so many spreads from the median. */
  static List<Integer> beyond(double far, double... values) {
    double median = Quantiles.median(values);
    double spread = Quantiles.spread(values);
    return IntStream.range(0, values.length)
        .filter(index -> spread > 0 && Math.abs(values[index] - median) > far * spread)
        .boxed()
        .toList();
  }

  static double far(int count, double falseAlarms) {
    SplittableRandom random = new SplittableRandom(SEED + count);
    double[] farthest =
        IntStream.range(0, SAMPLES)
            .mapToDouble(sample -> farthest(gaussian(random, count)))
            .toArray();
    return Quantiles.quantile(farthest, 1 - falseAlarms);
  }

  private static double[] gaussian(SplittableRandom random, int count) {
    return IntStream.range(0, count).mapToDouble(index -> random.nextGaussian()).toArray();
  }

  private static double farthest(double[] values) {
    double median = Quantiles.median(values);
    return Arrays.stream(values).map(value -> Math.abs(value - median)).max().orElse(0)
        / Quantiles.spread(values);
  }
}
