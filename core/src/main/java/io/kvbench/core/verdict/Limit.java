package io.kvbench.core.verdict;

import io.kvbench.core.setting.Setting;
import java.time.Duration;

/** A limit in words, with the property that moves it. */
final class Limit {
  private Limit() {}

  static String atMost(double share, Setting<Double> setting) {
    return "at most " + Figures.share(share) + ", " + setting.name();
  }

  static String atLeast(double share, Setting<Double> setting) {
    return "at least " + Figures.share(share) + ", " + setting.name();
  }

  static String atMost(Duration time, Setting<Duration> setting) {
    return "at most " + Figures.time(time.toNanos()) + ", " + setting.name();
  }
}
