package io.kvbench.reports;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.results.format.TimeResult;
import java.util.Map;
import java.util.TreeMap;

/** Times with given published statistics: minimum, mean, maximum and percentiles. */
public final class Quantiles {
  private static final double MILLI = 1e6;

  private Quantiles() {}

  /**
   * Returns as many times as that. Between two percentiles all are the same, the same part of the
   * way from one to the other everywhere, so that the mean comes out.
   *
   * @param percentiles in milliseconds, by per cent
   */
  public static TimeResult of(
      int count,
      double minMillis,
      double meanMillis,
      double maxMillis,
      Map<Double, Double> percentiles) {
    TreeMap<Integer, Double> byRank = new TreeMap<>();
    percentiles.forEach(
        (percent, millis) -> byRank.put((int) Math.ceil(percent / 100 * count), millis));
    byRank.put(count, maxMillis);
    double[] bases = new double[count];
    double[] spans = new double[count];
    int rank = 0;
    double low = minMillis;
    for (Map.Entry<Integer, Double> next : byRank.entrySet()) {
      for (; rank < next.getKey(); rank++) {
        // a percentile's rank may be one less for the rounding of its calculation
        boolean exact = rank == 0 || rank >= next.getKey() - 2;
        bases[rank] = rank == 0 ? minMillis : exact ? next.getValue() : low;
        spans[rank] = exact ? 0 : next.getValue() - low;
      }
      low = next.getValue();
    }
    double way = (meanMillis * count - sum(bases)) / sum(spans);
    if (!(way >= 0 && way <= 1)) {
      throw new IllegalArgumentException("no such mean between these percentiles: " + way);
    }
    long[] nanos = new long[count];
    for (int at = 0; at < count; at++) {
      nanos[at] = Math.round((bases[at] + way * spans[at]) * MILLI);
    }
    return TimeResult.of(TimeHistogram.ofNanos(nanos));
  }

  private static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }
}
