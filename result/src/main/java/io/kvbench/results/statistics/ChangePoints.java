package io.kvbench.results.statistics;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The change points of a series' distribution, by hierarchical division with the energy statistic
 * ("E-divisive"): D. S. Matteson and N. A. James, "A Nonparametric Approach for Multiple Change
 * Point Analysis of Multivariate Data", Journal of the American Statistical Association 109 (2014),
 * 334-345. Each step divides the segment that can be divided best, if a permutation test within all
 * segments finds that significant; otherwise the search ends. A series without any change therefore
 * has one with the stated probability.
 *
 * <p>The time of a step grows with the square of the longest segment's length; 200 values take
 * milliseconds, 1,000 values seconds.
 */
public final class ChangePoints {
  /** The fewest values between two changes for which the statistic is defined. */
  public static final int LEAST_SEGMENT = 2;

  /**
   * The minimum number of permutations beyond the significance level, which is the test's
   * precision.
   */
  private static final int BEYOND = 10;

  private final int leastSegment;
  private final double significance;
  private final SplittableRandom random;

  private ChangePoints(int leastSegment, double significance, long seed) {
    this.leastSegment = leastSegment;
    this.significance = significance;
    this.random = new SplittableRandom(seed);
  }

  /**
   * A change.
   *
   * @param index of the first value after it
   * @param pValue the share of permutations that could be divided as well or better
   */
  public record ChangePoint(int index, double pValue) {}

  /**
   * Finds the changes of a series.
   *
   * @param series finite values in their order, independent of each other but for the changes
   * @param leastSegment the fewest values between two changes, at least {@value #LEAST_SEGMENT}
   * @param significance the largest p-value of a change, more than 0 and less than 1
   * @param seed of the permutations
   * @return the changes in the order of the series
   */
  public static List<ChangePoint> of(
      double[] series, int leastSegment, double significance, long seed) {
    if (leastSegment < LEAST_SEGMENT || !(significance > 0 && significance < 1)) {
      throw new IllegalArgumentException(
          "segments of %d, significance %s".formatted(leastSegment, significance));
    }
    return new ChangePoints(leastSegment, significance, seed).find(series);
  }

  private List<ChangePoint> find(double[] series) {
    List<Segment> segments = new ArrayList<>(List.of(Segment.of(series, 0, leastSegment)));
    List<ChangePoint> found = new ArrayList<>();
    while (true) {
      Segment best = best(segments);
      if (!best.isDivisible()) {
        break;
      }
      double pValue = pValue(segments, best.statistic());
      if (pValue > significance) {
        break;
      }
      found.add(new ChangePoint(best.begin() + best.division(), pValue));
      segments.remove(best);
      segments.addAll(best.parts(leastSegment));
    }
    found.sort(Comparator.comparingInt(ChangePoint::index));
    return List.copyOf(found);
  }

  private static Segment best(List<Segment> segments) {
    return segments.stream().max(Comparator.comparingDouble(Segment::statistic)).orElseThrow();
  }

  private double pValue(List<Segment> segments, double statistic) {
    int permutations = (int) Math.ceil(BEYOND / significance) - 1;
    int reached = 1;
    for (int permutation = 0; permutation < permutations; permutation++) {
      double best = 0;
      for (Segment segment : segments) {
        if (segment.isDivisible()) {
          best = Math.max(best, segment.permuted(random, leastSegment).statistic());
        }
      }
      if (best >= statistic) {
        reached++;
      }
      if (reached > significance * (permutations + 1)) {
        return 1;
      }
    }
    return reached / (permutations + 1.0);
  }
}
