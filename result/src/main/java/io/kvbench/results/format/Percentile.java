package io.kvbench.results.format;

import io.kvbench.core.measure.TimeHistogram;
import java.util.List;

/** A percentile that results carry and reports print. */
public enum Percentile {
  P10("p10", 10),
  P25("p25", 25),
  P50("p50", 50),
  P75("p75", 75),
  P90("p90", 90),
  P95("p95", 95),
  P99("p99", 99),
  P999("p99.9", 99.9),
  P9999("p99.99", 99.99);

  /** With fewer times beyond it a percentile is the story of a few operations. */
  public static final int SAMPLES_BEYOND = 10;

  /** All of them, in ascending order. */
  public static final List<Percentile> ALL = List.of(values());

  /** The rounding error of binary fractions, as in 99.9 % of 10,000. */
  private static final double ROUNDING = 1e-6;

  private final String title;
  private final double percent;

  Percentile(String title, double percent) {
    this.title = title;
    this.percent = percent;
  }

  /** Returns its name in reports, such as {@code p99.9}. */
  public String title() {
    return title;
  }

  /** Returns the share of the times that are longer, from 0 to 1. */
  public double shareBeyond() {
    return 1 - percent / 100;
  }

  /**
   * Returns whether a distribution has enough times to estimate it: {@link #SAMPLES_BEYOND} beyond
   * it, on the side that has fewer.
   */
  public boolean isKnown(TimeResult times) {
    return isKnown(times.count());
  }

  /** Returns the same for so many times. */
  public boolean isKnown(long count) {
    return isKnown(percent, count);
  }

  /** Returns the same for any percentile, from 0 to 100, of so many times. */
  public static boolean isKnown(double percentile, long count) {
    double beyond = Math.min(percentile, 100 - percentile) / 100 * count;
    return beyond >= SAMPLES_BEYOND - ROUNDING;
  }

  /** Returns this percentile of a distribution in nanoseconds, however few times it has. */
  public long nanos(TimeHistogram times) {
    return times.percentileNanos(percent);
  }

  /** Returns this percentile of a distribution in microseconds, however few times it has. */
  public long micros(TimeResult times) {
    return switch (this) {
      case P10 -> times.p10Micros();
      case P25 -> times.p25Micros();
      case P50 -> times.p50Micros();
      case P75 -> times.p75Micros();
      case P90 -> times.p90Micros();
      case P95 -> times.p95Micros();
      case P99 -> times.p99Micros();
      case P999 -> times.p999Micros();
      case P9999 -> times.p9999Micros();
    };
  }
}
