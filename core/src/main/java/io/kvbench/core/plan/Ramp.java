package io.kvbench.core.plan;

import java.time.Duration;

/**
 * A rate that goes evenly from {@code a} to {@code b} arrivals per second over a length {@code T},
 * and stays at {@code b} from then on. By {@code t <= T} there are
 *
 * <pre>N(t) = a t + (b - a) t^2 / (2 T)</pre>
 *
 * arrivals. Number {@code i} starts when {@code N(t) = i}, which is
 *
 * <pre>t = 2 i / (a + sqrt(a^2 + 2 (b - a) i / T))   for i &lt;= N(T) = (a + b) T / 2
 * t = T + (i - N(T)) / b                         for later ones</pre>
 *
 * rounded to the nearest nanosecond. In this form of the quadratic's root nothing cancels but under
 * the root of a falling ramp, which is why it is computed with {@link DoubleDouble}. Where {@code b
 * = 0}, arrivals after {@code T} never come.
 *
 * @param fromPerSecond {@code a}, at least 0
 * @param toPerSecond {@code b}, at least 0; not both are 0
 * @param length {@code T}, more than 0
 */
public record Ramp(double fromPerSecond, double toPerSecond, Duration length) implements Arrivals {
  public Ramp {
    if (!(fromPerSecond >= 0 && toPerSecond >= 0)) {
      throw new IllegalArgumentException("from " + fromPerSecond + " to " + toPerSecond);
    }
    Rates.positive(fromPerSecond + toPerSecond);
    Rates.positive(length);
  }

  @Override
  public long startNanos(long index) {
    if (index == 0) {
      return 0;
    }
    long lengthNanos = Rates.nanos(length);
    DoubleDouble ramped = // N(T)
        DoubleDouble.sum(fromPerSecond, toPerSecond)
            .times(DoubleDouble.of(lengthNanos))
            .dividedBy(2 * Rates.NANOS_PER_SECOND);
    DoubleDouble arrivals = DoubleDouble.of(index);
    return ramped.isLessThan(arrivals)
        ? afterwards(arrivals.minus(ramped), lengthNanos)
        : within(arrivals, lengthNanos);
  }

  private long within(DoubleDouble arrivals, long lengthNanos) {
    DoubleDouble doubled = arrivals.times(2 * Rates.NANOS_PER_SECOND);
    DoubleDouble square =
        DoubleDouble.of(fromPerSecond)
            .times(fromPerSecond)
            .plus(
                DoubleDouble.sum(toPerSecond, -fromPerSecond)
                    .times(doubled)
                    .dividedBy(DoubleDouble.of(lengthNanos)));
    DoubleDouble nanos = doubled.dividedBy(square.squareRoot().plus(fromPerSecond));
    return nanos.high() < lengthNanos ? nanos.toNanos() : lengthNanos;
  }

  private long afterwards(DoubleDouble arrivals, long lengthNanos) {
    double roughly = arrivals.high() * Rates.NANOS_PER_SECOND / toPerSecond;
    if (lengthNanos + roughly > NEVER_NANOS) {
      return NEVER_NANOS;
    }
    return arrivals
        .times(Rates.NANOS_PER_SECOND)
        .dividedBy(toPerSecond)
        .plus(DoubleDouble.of(lengthNanos))
        .toNanos();
  }

  /** Returns {@code N(t) / t}. */
  @Override
  public double meanPerSecond(long phaseNanos) {
    double lengths = (double) phaseNanos / Rates.nanos(length);
    return lengths <= 1
        ? fromPerSecond + (toPerSecond - fromPerSecond) * lengths / 2
        : toPerSecond + (fromPerSecond - toPerSecond) / (2 * lengths);
  }

  @Override
  public String toString() {
    return "ramp "
        + Rates.words(fromPerSecond)
        + " to "
        + Rates.words(toPerSecond)
        + " over "
        + Rates.words(length);
  }
}
