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
 */
public final class Ramp implements Arrivals {
  private final double fromPerSecond;
  private final double toPerSecond;
  private final long lengthNanos;

  /** {@code N(T)}. */
  private final DoubleDouble ramped;

  /** {@code a^2}. */
  private final DoubleDouble square;

  /** {@code 2 (b - a) / T}. */
  private final DoubleDouble slope;

  /**
   * Creates a ramp.
   *
   * @param fromPerSecond {@code a}, at least 0
   * @param toPerSecond {@code b}, at least 0; not both are 0
   * @param length {@code T}, more than 0
   */
  public Ramp(double fromPerSecond, double toPerSecond, Duration length) {
    if (!(fromPerSecond >= 0 && toPerSecond >= 0)) {
      throw new IllegalArgumentException("from " + fromPerSecond + " to " + toPerSecond);
    }
    Rates.positive(fromPerSecond + toPerSecond);
    this.fromPerSecond = fromPerSecond;
    this.toPerSecond = toPerSecond;
    lengthNanos = Rates.nanos(Rates.positive(length));
    DoubleDouble nanos = DoubleDouble.of(lengthNanos);
    double twoSeconds = 2 * Rates.NANOS_PER_SECOND;
    ramped = DoubleDouble.sum(fromPerSecond, toPerSecond).times(nanos).dividedBy(twoSeconds);
    square = DoubleDouble.of(fromPerSecond).times(fromPerSecond);
    slope = DoubleDouble.sum(toPerSecond, -fromPerSecond).times(twoSeconds).dividedBy(nanos);
  }

  @Override
  public long startNanos(long index) {
    DoubleDouble arrivals = DoubleDouble.of(index);
    if (ramped.isLessThan(arrivals)) {
      return afterwards(arrivals.minus(ramped));
    }
    return index == 0 ? 0 : within(arrivals);
  }

  private long within(DoubleDouble arrivals) {
    DoubleDouble root = arrivals.times(slope).plus(square).squareRoot();
    long nanos =
        arrivals.times(2 * Rates.NANOS_PER_SECOND).dividedBy(root.plus(fromPerSecond)).toNanos();
    return Math.min(nanos, lengthNanos);
  }

  private long afterwards(DoubleDouble arrivals) {
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
    double lengths = (double) phaseNanos / lengthNanos;
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
        + Rates.words(Duration.ofNanos(lengthNanos));
  }
}
