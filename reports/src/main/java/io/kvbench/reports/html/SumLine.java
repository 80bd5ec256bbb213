package io.kvbench.reports.html;

import java.util.ArrayList;
import java.util.List;

/** The sum of a figure of several servers; a gap where one of them is missing. */
final class SumLine {
  /** Samples further apart than this are not of the same moment. */
  private static final double SAME_MOMENT_SECONDS = 0.5;

  private final List<Number> seconds;
  private final double[] sums;

  /** Begins with the times and values of the first server. */
  SumLine(List<Number> seconds, List<Number> values) {
    this.seconds = List.copyOf(seconds);
    this.sums = values.stream().mapToDouble(Number::doubleValue).toArray();
  }

  /** Adds those of another one, sampled at about the same times. */
  void add(List<Number> otherSeconds, List<Number> values) {
    int other = 0;
    for (int row = 0; row < sums.length; row++) {
      double at = seconds.get(row).doubleValue();
      while (other + 1 < values.size()
          && distance(otherSeconds, other + 1, at) <= distance(otherSeconds, other, at)) {
        other++;
      }
      double value =
          values.isEmpty() || distance(otherSeconds, other, at) > SAME_MOMENT_SECONDS
              ? Figures.ABSENT
              : values.get(other).doubleValue();
      sums[row] = value < 0 || sums[row] < 0 ? Figures.ABSENT : sums[row] + value;
    }
  }

  private static double distance(List<Number> seconds, int row, double at) {
    return Math.abs(seconds.get(row).doubleValue() - at);
  }

  List<Number> seconds() {
    return seconds;
  }

  List<Number> values() {
    List<Number> values = new ArrayList<>();
    for (double sum : sums) {
      values.add(Figures.rounded(sum));
    }
    return values;
  }
}
