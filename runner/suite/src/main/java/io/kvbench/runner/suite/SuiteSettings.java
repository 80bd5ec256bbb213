package io.kvbench.runner.suite;

import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;

/** The settings of a suite itself, which are in its file beside those of its runs. */
public final class SuiteSettings {
  private static final List<String> PREFIXES = List.of("suite.", "repeat.");

  static final Setting<List<String>> WORKLOAD =
      Setting.list(
          "suite.workload",
          "Workload files of every cell, or names of workloads in the jar; later files override"
              + " earlier ones.");

  static final Setting<CellSelection> COMBINE =
      Setting.of(
              "suite.combine",
              "Which combinations of the axes are cells: full (all of them), or sample:N (N of"
                  + " them, chosen at random by suite.seed).",
              "full or sample:N, as in sample:20",
              CellSelection::parse)
          .withDefault("full");

  static final Setting<Integer> REPEATS =
      Setting.integer("suite.repeats", 1, 1_000, "Number of runs of each combination.")
          .withDefault("1");

  static final Setting<Precision> REPEAT_UNTIL =
      Setting.of(
          "repeat.until",
          "Repeats each combination until the 95 % interval of its median throughput is as narrow as"
              + " this on both sides, and suite.repeats times at least.",
          "ci< and a percentage of the median, as in ci<2%",
          Precision::parse);

  static final Setting<Integer> REPEAT_MAX =
      Setting.integer(
              "repeat.max", 2, 1_000, "repeat.until: number of runs after which it stops anyway.")
          .withDefault("30");

  static final Setting<CellOrder> ORDER =
      Setting.choice(
              "suite.order",
              CellOrder.class,
              "Order of the runs: sequence (all repeats of a combination in a row), interleaved"
                  + " (every combination once, then again in the opposite order, as in ABBA), or"
                  + " random (every combination once, in an order by suite.seed, then again in"
                  + " another one).")
          .withDefault("interleaved");

  static final Setting<Long> SEED =
      Setting.number(
              "suite.seed",
              0,
              Long.MAX_VALUE,
              "Seed of suite.order=random and suite.combine=sample:N.")
          .withDefault("1");

  static final Setting<Duration> PAUSE =
      Setting.duration("suite.pause", "Pause before each run but the first.").withDefault("0s");

  static final Setting<ServerSharing> CLUSTER =
      Setting.choice(
              "suite.cluster",
              ServerSharing.class,
              "run: every run starts its own servers; shared: runs on the same servers of the same"
                  + " system follow each other on one cluster, whose keys are removed in between.")
          .withDefault("run");

  static final Setting<Boolean> CLEAN =
      Setting.bool(
          "suite.clean",
          "Whether to remove the keys below kvbench's prefix before a run on servers that had one"
              + " before; required with endpoints.");

  static final Setting<Duration> MAX_TIME =
      Setting.duration(
          "max.time",
          "Budget of time for one start of the suite: no run is started that is not expected to"
              + " end within it.");

  private SuiteSettings() {}

  /** Returns whether a name is one of a setting of suites, or looks like one. */
  static boolean isOne(String name) {
    return PREFIXES.stream().anyMatch(name::startsWith) || name.equals(MAX_TIME.name());
  }

  /** Returns all of them, in the order in which they are shown. */
  public static List<Setting<?>> all() {
    return List.of(
        WORKLOAD,
        COMBINE,
        REPEATS,
        REPEAT_UNTIL,
        REPEAT_MAX,
        ORDER,
        SEED,
        PAUSE,
        CLUSTER,
        CLEAN,
        MAX_TIME);
  }
}
