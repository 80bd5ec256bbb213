package io.kvbench.results.verdict;

import io.kvbench.core.setting.Setting;

/** The limits of waits that percentiles hide; part of {@link VerdictSettings}. */
final class WaitSettings {
  public static final Setting<Double> SLOWEST =
      Setting.decimal(
              "verdict.slowest",
              1,
              1e9,
              "Max ratio of the mean service time of one client or connection of a closed loop to"
                  + " the median one's; SUSPECT above.")
          .withDefault("3");

  public static final Setting<Double> TAIL_TIME =
      Setting.share(
              "verdict.tailtime",
              "Max share of a closed loop's time in operations that are longer than the highest"
                  + " percentile with enough samples; SUSPECT above.")
          .withDefault("10%");

  public static final Setting<Double> ARRIVALS =
      Setting.decimal(
              "verdict.arrivals",
              1,
              1e9,
              "Max ratio of the p99 wait of arrivals at any moment, from the gaps between answers,"
                  + " to a closed loop's p99 response time; SUSPECT above.")
          .withDefault("3");

  public static final Setting<Double> RECONNECTS =
      Setting.decimal(
              "verdict.reconnects",
              0,
              1e9,
              "Max number of times that a connection is opened again during a phase, on average;"
                  + " SUSPECT above.")
          .withDefault("1");

  private WaitSettings() {}
}
