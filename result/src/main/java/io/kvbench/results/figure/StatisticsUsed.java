package io.kvbench.results.figure;

import java.util.OptionalDouble;

/** A measurement of a number of times that notes whether they are enough for what is asked. */
final class StatisticsUsed implements Measurement {
  private final long times;
  private boolean known = true;

  StatisticsUsed(long times) {
    this.times = times;
  }

  boolean areKnown() {
    return known;
  }

  @Override
  public OptionalDouble okPerSecond() {
    return OptionalDouble.empty();
  }

  @Override
  public OptionalDouble nanos(TimeKind kind, Statistic statistic) {
    known &= statistic.isKnownOf(times);
    return OptionalDouble.of(1);
  }
}
