package io.kvbench.results.verdict;

import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.figure.Quantities;
import java.time.Duration;

/** A limit in words, with the property that moves it. */
final class Limit {
  private Limit() {}

  static String atMost(double share, Setting<Double> setting) {
    return "at most " + Quantities.preciseShare(share) + ", " + setting.name();
  }

  static String atLeast(double share, Setting<Double> setting) {
    return "at least " + Quantities.preciseShare(share) + ", " + setting.name();
  }

  static String atMost(Duration time, Setting<Duration> setting) {
    return "at most " + Quantities.preciseTime(time.toNanos()) + ", " + setting.name();
  }

  /** Returns how long a disturbance may last that could have made a time. */
  static double noise(long madeNanos, Settings limits) {
    return Math.max(
        limits.get(VerdictSettings.FLOOR).toNanos(), limits.get(VerdictSettings.NOISE) * madeNanos);
  }

  /** Returns the same in words, with the name of that time, as in {@code READ p99}. */
  static String ofNoise(long madeNanos, String name, Settings limits) {
    Duration floor = limits.get(VerdictSettings.FLOOR);
    double noise = limits.get(VerdictSettings.NOISE);
    return noise * madeNanos > floor.toNanos()
        ? "at most %s, %s of the %s, %s"
            .formatted(
                Quantities.preciseTime(noise * madeNanos),
                Quantities.preciseShare(noise),
                name,
                VerdictSettings.NOISE.name())
        : atMost(floor, VerdictSettings.FLOOR);
  }
}
