package io.kvbench.results.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A part of a series with the division that makes its two sides most unlike, by the energy
 * statistic of {@link ChangePoints}' source with exponent 1: twice the mean distance between values
 * of different sides, less the mean distances within either side, times m n / (m + n). The second
 * side may end before the segment does, so that a later change does not hide an earlier one.
 */
final class Segment {
  private final double[] values;
  private final int begin;
  private final int division;
  private final double statistic;

  private Segment(double[] values, int begin, int division, double statistic) {
    this.values = values;
    this.begin = begin;
    this.division = division;
    this.statistic = statistic;
  }

  /**
   * Returns a segment with its best division.
   *
   * @param begin the index of its first value in the series
   */
  static Segment of(double[] values, int begin, int leastSegment) {
    int count = values.length;
    double[][] sums = sums(values);
    int division = 0;
    double most = 0;
    for (int left = leastSegment; left <= count - leastSegment; left++) {
      double withinLeft = sums[left][left] / ((double) left * (left - 1));
      for (int end = left + leastSegment; end <= count; end++) {
        int right = end - left;
        double across = sums[left][end] - sums[left][left];
        double withinRight = sums[end][end] - 2 * sums[left][end] + sums[left][left];
        double energy =
            2 * across / ((double) left * right)
                - withinLeft
                - withinRight / ((double) right * (right - 1));
        double scaled = energy * left * right / end;
        if (scaled > most) {
          most = scaled;
          division = left;
        }
      }
    }
    return new Segment(values, begin, division, most);
  }

  /** Returns, for each i and j, the sum of the distances of the first i values to the first j. */
  private static double[][] sums(double[] values) {
    double[][] sums = new double[values.length + 1][values.length + 1];
    for (int one = 0; one < values.length; one++) {
      double row = 0;
      for (int other = 0; other < values.length; other++) {
        row += Math.abs(values[one] - values[other]);
        sums[one + 1][other + 1] = sums[one][other + 1] + row;
      }
    }
    return sums;
  }

  int begin() {
    return begin;
  }

  /** Returns the number of values before the division. */
  int division() {
    return division;
  }

  double statistic() {
    return statistic;
  }

  boolean isDivisible() {
    return division > 0;
  }

  /** Returns the two sides. */
  List<Segment> parts(int leastSegment) {
    return List.of(
        of(Arrays.copyOf(values, division), begin, leastSegment),
        of(Arrays.copyOfRange(values, division, values.length), begin + division, leastSegment));
  }

  /** Returns the same values in a random order. */
  Segment permuted(SplittableRandom random, int leastSegment) {
    double[] shuffled = values.clone();
    for (int index = shuffled.length - 1; index > 0; index--) {
      int other = random.nextInt(index + 1);
      double value = shuffled[index];
      shuffled[index] = shuffled[other];
      shuffled[other] = value;
    }
    return of(shuffled, begin, leastSegment);
  }
}
