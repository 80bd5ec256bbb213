package io.kvbench.core.measure;

import java.util.OptionalDouble;

/**
 * The rate of an interval, as used by files, pages, live metrics and progress. An interval that was
 * cut short, as at the end of a phase, has none: in a slice of milliseconds a single operation
 * would decide it.
 */
public final class IntervalRate {
  /** Nine tenths of a second; intervals end up to a tenth early or late. */
  public static final long FULL_NANOS = 900_000_000L;

  private static final double SECOND = 1e9;

  private IntervalRate() {}

  /** Returns whether an interval is long enough to have a rate. */
  public static boolean isFull(long wallNanos) {
    return wallNanos >= FULL_NANOS;
  }

  /** Returns the rate of a count; empty if the interval is too short. */
  public static OptionalDouble perSecond(long count, long wallNanos) {
    return isFull(wallNanos)
        ? OptionalDouble.of(count * SECOND / wallNanos)
        : OptionalDouble.empty();
  }
}
