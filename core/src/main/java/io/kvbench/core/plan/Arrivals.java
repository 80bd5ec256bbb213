package io.kvbench.core.plan;

/**
 * When the requests of an open loop are to start: a pure function of the arrival's index, so that
 * it cannot drift and a backlog is an index rather than a queue. For any number of threads.
 */
public sealed interface Arrivals
    permits ConstantRate, PoissonArrivals, Ramp, RateSteps, RecordedArrivals, ArrivalsOfPart {

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
}
