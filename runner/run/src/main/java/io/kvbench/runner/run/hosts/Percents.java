package io.kvbench.runner.run.hosts;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/** A conversion of processor time to percent: 100 is one core. */
final class Percents {
  private static final double NANOS_PER_MILLI = 1e6;

  private Percents() {}

  static OptionalDouble ofMillis(OptionalLong cpuMillis, long wallNanos) {
    return cpuMillis.isEmpty()
        ? OptionalDouble.empty()
        : of(cpuMillis.getAsLong() * NANOS_PER_MILLI, wallNanos);
  }

  static OptionalDouble ofNanos(OptionalLong cpuNanos, long wallNanos) {
    return cpuNanos.isEmpty() ? OptionalDouble.empty() : of(cpuNanos.getAsLong(), wallNanos);
  }

  private static OptionalDouble of(double cpuNanos, long wallNanos) {
    return wallNanos <= 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(hundredths(100 * cpuNanos / wallNanos));
  }

  static double hundredths(double figure) {
    return Math.round(figure * 100) / 100.0;
  }
}
