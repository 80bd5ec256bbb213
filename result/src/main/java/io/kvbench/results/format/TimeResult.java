package io.kvbench.results.format;

import io.kvbench.core.measure.HistogramCodec;
import io.kvbench.core.measure.TimeHistogram;

/**
 * A distribution of times, in figures for readers and whole for programs.
 *
 * @param overRange how many times were longer than the histogram reaches; they are counted at its
 *     upper end
 * @param histogram HdrHistogram's V2 compressed form in Base64, in nanoseconds
 */
public record TimeResult(
    long count,
    long minMicros,
    long meanMicros,
    long stddevMicros,
    long p10Micros,
    long p25Micros,
    long p50Micros,
    long p75Micros,
    long p90Micros,
    long p95Micros,
    long p99Micros,
    long p999Micros,
    long p9999Micros,
    long maxMicros,
    long overRange,
    String histogram) {

  public static TimeResult of(TimeHistogram times) {
    return of(times, HistogramCodec.encode(times));
  }

  /** Returns the figures without the encoded histogram, which takes most of the time. */
  public static TimeResult figuresOf(TimeHistogram times) {
    return of(times, "");
  }

  private static TimeResult of(TimeHistogram times, String encoded) {
    return new TimeResult(
        times.count(),
        micros(times.minNanos()),
        micros(times.meanNanos()),
        micros(times.stddevNanos()),
        micros(times.percentileNanos(10)),
        micros(times.percentileNanos(25)),
        micros(times.percentileNanos(50)),
        micros(times.percentileNanos(75)),
        micros(times.percentileNanos(90)),
        micros(times.percentileNanos(95)),
        micros(times.percentileNanos(99)),
        micros(times.percentileNanos(99.9)),
        micros(times.percentileNanos(99.99)),
        micros(times.maxNanos()),
        times.overRange(),
        encoded);
  }

  public TimeHistogram times() {
    return HistogramCodec.decode(histogram, overRange);
  }

  private static long micros(double nanos) {
    return Math.round(nanos / 1_000);
  }
}
