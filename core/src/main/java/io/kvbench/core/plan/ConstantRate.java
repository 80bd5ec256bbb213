package io.kvbench.core.plan;

/**
 * Evenly spaced arrivals: number {@code i} starts {@code i / r} seconds after the start of the
 * phase, for {@code r} arrivals per second, rounded to the nearest nanosecond.
 *
 * @param perSecond more than 0
 */
public record ConstantRate(double perSecond) implements Arrivals {
  public ConstantRate {
    Rates.positive(perSecond);
  }

  @Override
  public long startNanos(long index) {
    if (index * Rates.NANOS_PER_SECOND / perSecond > NEVER_NANOS) {
      return NEVER_NANOS;
    }
    return DoubleDouble.of(index).times(Rates.NANOS_PER_SECOND).dividedBy(perSecond).toNanos();
  }

  @Override
  public double meanPerSecond(long phaseNanos) {
    return perSecond;
  }

  @Override
  public double between(long fromNanos, long toNanos) {
    return perSecond * (toNanos - fromNanos) / Rates.NANOS_PER_SECOND;
  }

  @Override
  public String toString() {
    return "constant " + Rates.words(perSecond);
  }
}
