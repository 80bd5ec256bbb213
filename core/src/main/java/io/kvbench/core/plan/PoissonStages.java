package io.kvbench.core.plan;

import java.util.List;

/**
 * A Poisson process whose rate changes by a schedule, as with a changing number of independent
 * users. With {@code N(t)} for the arrivals that the schedule plans by {@code t}, and {@code S(n)}
 * for the time of the n-th arrival of a Poisson process of one arrival per unit of time, index
 * {@code i} starts at the {@code t} with {@code N(t) = S(i + 1)}. So it is a pure function of the
 * index like its two components. (Çinlar, "Introduction to Stochastic Processes", 1975, section
 * 4.7.)
 *
 * <p>{@code S} is in whole millionths of an arrival, so times are exact to the nanosecond at rates
 * of 1,000 per second and more, and to a millionth of the mean gap below. After the last arrival of
 * a schedule that ends with the rate 0, there are none.
 *
 * @param rates the rate at any time
 * @param unit a process of {@link #UNITS} arrivals per second: a nanosecond of it is a millionth of
 *     an arrival
 */
record PoissonStages(Stages rates, PoissonArrivals unit) implements Arrivals {
  private static final double MILLIONTHS = 1e6;
  private static final double UNITS = Rates.NANOS_PER_SECOND / MILLIONTHS;

  PoissonStages(Stages rates, long seed) {
    this(rates, new PoissonArrivals(UNITS, seed));
  }

  @Override
  public long startNanos(long index) {
    long millionths = unit.startNanos(index);
    return millionths == NEVER_NANOS
        ? NEVER_NANOS
        : rates.startNanos(DoubleDouble.of(millionths).dividedBy(MILLIONTHS));
  }

  @Override
  public double meanPerSecond(long phaseNanos) {
    return rates.meanPerSecond(phaseNanos);
  }

  @Override
  public double between(long fromNanos, long toNanos) {
    return rates.between(fromNanos, toNanos);
  }

  @Override
  public List<RateChange> changes() {
    return rates.changes();
  }

  @Override
  public String toString() {
    return "Poisson " + rates;
  }
}
