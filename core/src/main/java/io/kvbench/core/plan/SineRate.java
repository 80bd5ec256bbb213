package io.kvbench.core.plan;

import java.time.Duration;

/**
 * A sinusoidal rate around a mean: {@code r(t) = m + A sin(2 pi t / P)} arrivals per second, with
 * {@code A <= m}. By {@code t} there have been
 *
 * <pre>N(t) = m t + (A P / pi) sin^2(pi t / P)</pre>
 *
 * arrivals, {@code M = m P} in a whole period. Number {@code i} is in period {@code n = floor(i /
 * M)} and starts at {@code n P + x} with {@code N(x) = i - n M}, rounded to the nearest nanosecond.
 * That equation has no solution in closed form: it is solved by Newton's method, with bisection
 * where that would leave its bounds. Whole periods are counted with {@link DoubleDouble}, so errors
 * do not accumulate; within a period the error is that of a double.
 */
public final class SineRate implements Arrivals {
  /** Bisection alone reaches the last bit of a double in this many rounds. */
  private static final int MOST_ROUNDS = 64;

  private final double mean;
  private final double amplitude;
  private final Duration period;
  private final double periodNanos;

  /** {@code M}. */
  private final DoubleDouble perPeriod;

  /**
   * Creates a sinusoidal rate, which begins at its mean and rises.
   *
   * @param mean {@code m}, more than 0
   * @param amplitude {@code A}, from 0 to the mean
   * @param period {@code P}, more than 0
   */
  public SineRate(double mean, double amplitude, Duration period) {
    this.mean = Rates.positive(mean);
    this.amplitude = Rates.notNegative(amplitude);
    if (amplitude > mean) {
      throw new IllegalArgumentException("an amplitude of " + amplitude + " around " + mean);
    }
    this.period = Rates.positive(period);
    periodNanos = Rates.nanos(period);
    perPeriod = DoubleDouble.of(Rates.nanos(period)).times(mean).dividedBy(Rates.NANOS_PER_SECOND);
  }

  @Override
  public long startNanos(long index) {
    if (index * Rates.NANOS_PER_SECOND / mean > NEVER_NANOS) {
      return NEVER_NANOS;
    }
    DoubleDouble arrivals = DoubleDouble.of(index);
    double whole = Math.floor(index / perPeriod.high());
    DoubleDouble rest = arrivals.minus(perPeriod.times(whole));
    if (rest.high() < 0) { // The quotient was rounded up.
      whole--;
      rest = rest.plus(perPeriod);
    }
    double within = Math.min(solve(rest.high()), periodNanos);
    return DoubleDouble.of(within).plus(DoubleDouble.of(periodNanos).times(whole)).toNanos();
  }

  /** Returns when in a period a number of its arrivals is reached. */
  private double solve(double arrivals) {
    double low = 0;
    double high = periodNanos;
    double guess = Math.min(arrivals / mean * Rates.NANOS_PER_SECOND, high);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      double excess = inPeriod(guess) - arrivals;
      if (excess == 0) {
        return guess;
      }
      if (excess > 0) {
        high = guess;
      } else {
        low = guess;
      }
      double next = guess - excess * Rates.NANOS_PER_SECOND / perSecond(guess);
      if (!(next > low && next < high)) {
        next = low + (high - low) / 2;
      }
      if (Math.abs(next - guess) <= Math.ulp(guess) || high - low <= Math.ulp(high)) {
        return next;
      }
      guess = next;
    }
    return guess;
  }

  private double perSecond(double nanos) {
    return mean + amplitude * StrictMath.sin(2 * Math.PI * nanos / periodNanos);
  }

  private double inPeriod(double nanos) {
    double half = StrictMath.sin(Math.PI * nanos / periodNanos);
    return (mean * nanos + amplitude * periodNanos / Math.PI * half * half)
        / Rates.NANOS_PER_SECOND;
  }

  /** Returns {@code N(t) / t}. */
  @Override
  public double meanPerSecond(long phaseNanos) {
    if (phaseNanos <= 0) {
      return mean;
    }
    double half = StrictMath.sin(Math.PI * (phaseNanos % periodNanos) / periodNanos);
    return mean + amplitude * periodNanos / Math.PI * half * half / phaseNanos;
  }

  @Override
  public String toString() {
    return "sine "
        + Rates.words(mean - amplitude)
        + " to "
        + Rates.words(mean + amplitude)
        + ", period "
        + Rates.words(period);
  }
}
