package io.kvbench.core.plan;

import java.util.List;

/**
 * When the requests of an open loop are to start: a pure function of the arrival's index, so that
 * it cannot drift and a backlog is an index rather than a queue. For any number of threads.
 */
public sealed interface Arrivals
    permits ConstantRate,
        PoissonArrivals,
        PoissonStages,
        Stages,
        SineRate,
        RecordedArrivals,
        ArrivalsOfPart,
        ChangedArrivals {

  /** Arrivals in more than a century are all at this time, which still can be added to a clock. */
  long NEVER_NANOS = Long.MAX_VALUE / 2;

  /**
   * Returns the intended start of arrival {@code index}, in nanoseconds from the start of the
   * phase. A later arrival never starts before an earlier one.
   *
   * @param index counted from 0
   */
  long startNanos(long index);

  /**
   * Returns the mean rate that is meant for the first {@code phaseNanos} nanoseconds of the phase;
   * for 0, the rate at which it begins.
   */
  double meanPerSecond(long phaseNanos);

  /** Another rate from some time of the phase on, in words such as {@code 1,000/s}. */
  record Change(long phaseNanos, String rate) {}

  /** Returns the times at which the rate changes by plan, if they are few enough to be named. */
  default List<Change> changes() {
    return List.of();
  }

  /** Returns how many arrivals are meant between two times of the phase; need not be whole. */
  default double between(long fromNanos, long toNanos) {
    return (meanPerSecond(toNanos) * toNanos - meanPerSecond(fromNanos) * fromNanos)
        / Rates.NANOS_PER_SECOND;
  }
}
