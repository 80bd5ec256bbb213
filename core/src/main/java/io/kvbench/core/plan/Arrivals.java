package io.kvbench.core.plan;

import java.math.BigDecimal;

/**
 * When the requests of an open loop are to start: a pure function of the arrival's index, so that
 * it cannot drift and a backlog is an index rather than a queue.
 */
public sealed interface Arrivals {

  /** Arrivals in more than a century are all at this time, which still can be added to a clock. */
  long NEVER_NANOS = Long.MAX_VALUE / 2;

  /**
   * Returns the intended start of arrival {@code index}, in nanoseconds from the start of the
   * phase.
   *
   * @param index counted from 0
   */
  long startNanos(long index);

  /** Returns the mean rate of arrivals. */
  double meanPerSecond();

  /**
   * Evenly spaced arrivals: number {@code i} starts at {@code i * 1e9 / perSecond} nanoseconds,
   * rounded down. Whole seconds and the rest are computed apart, so that the product stays within
   * 64 bits for any index.
   *
   * @param perSecond more than 0
   */
  record ConstantRate(double perSecond) implements Arrivals {
    private static final double NANOS_PER_SECOND = 1e9;

    public ConstantRate {
      if (!(perSecond > 0)) {
        throw new IllegalArgumentException("a rate of " + perSecond + " arrivals per second");
      }
    }

    @Override
    public long startNanos(long index) {
      double seconds = Math.floor((double) index / perSecond);
      if (seconds * NANOS_PER_SECOND > NEVER_NANOS) {
        return NEVER_NANOS;
      }
      double rest = Math.fma(-seconds, perSecond, (double) index);
      long restNanos = (long) (rest * (NANOS_PER_SECOND / perSecond));
      return ((long) seconds) * 1_000_000_000L + restNanos;
    }

    @Override
    public double meanPerSecond() {
      return perSecond;
    }

    @Override
    public String toString() {
      return "constant "
          + BigDecimal.valueOf(perSecond).stripTrailingZeros().toPlainString()
          + "/s";
    }
  }
}
