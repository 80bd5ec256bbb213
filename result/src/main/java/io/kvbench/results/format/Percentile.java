package io.kvbench.results.format;

import io.kvbench.core.measure.TimeHistogram;
import java.util.List;
import java.util.function.ToLongFunction;

/** A percentile that results carry and reports print. */
// The functions have no state.
@SuppressWarnings("ImmutableEnumChecker")
public enum Percentile {
  P10("p10", 10, TimeResult::p10Micros),
  P25("p25", 25, TimeResult::p25Micros),
  P50("p50", 50, TimeResult::p50Micros),
  P75("p75", 75, TimeResult::p75Micros),
  P90("p90", 90, TimeResult::p90Micros),
  P95("p95", 95, TimeResult::p95Micros),
  P99("p99", 99, TimeResult::p99Micros),
  P999("p99.9", 99.9, TimeResult::p999Micros),
  P9999("p99.99", 99.99, TimeResult::p9999Micros);

  /** With fewer times beyond it a percentile is the story of a few operations. */
  public static final int SAMPLES_BEYOND = 10;

  public static final List<Percentile> ALL = List.of(values());

  /** The rounding error of binary fractions, as in 99.9 % of 10,000. */
  private static final double ROUNDING = 1e-6;

  private final String title;
  private final double percent;
  private final ToLongFunction<TimeResult> micros;

  Percentile(String title, double percent, ToLongFunction<TimeResult> micros) {
    this.title = title;
    this.percent = percent;
    this.micros = micros;
  }

  /** Returns its name in reports, such as {@code p99.9}. */
  public String title() {
    return title;
  }

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
    return micros.applyAsLong(times);
  }
}
