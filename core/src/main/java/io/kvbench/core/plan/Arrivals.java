package io.kvbench.core.plan;

import java.util.List;

/**
 * The schedule of the arrivals of an open loop: a pure function of the arrival's index, so that it
 * cannot drift and a backlog is an index rather than a queue. Thread-safe.
 */
public interface Arrivals {

  /** The start of arrivals that are too late to be sent. */
  long NEVER_NANOS = Rates.NEVER_NANOS;

  /**
   * Returns the intended start of arrival {@code index}, in nanoseconds from the start of the
   * phase. A later arrival never starts before an earlier one.
   *
   * @param index counted from 0
   */
  long startNanos(long index);

  /**
   * Returns the mean target rate of the first {@code phaseNanos} nanoseconds of the phase; for 0,
   * the initial rate.
   */
  double meanPerSecond(long phaseNanos);

  /** A change to another rate during the phase, with a description such as {@code 1,000/s}. */
  record RateChange(long phaseNanos, String rate) {}

  /** Returns the times at which the rate changes by plan, if they are few enough to list. */
  default List<RateChange> changes() {
    return List.of();
  }

  /** Returns how many arrivals are scheduled between two times of the phase; may be fractional. */
  default double between(long fromNanos, long toNanos) {
    return (meanPerSecond(toNanos) * toNanos - meanPerSecond(fromNanos) * fromNanos)
        / Rates.NANOS_PER_SECOND;
  }
}
