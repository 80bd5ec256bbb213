package io.kvbench.reports.text;

import io.kvbench.core.result.ClientCondition;
import java.util.ArrayList;
import java.util.List;

/** How the kvbench process and its host were doing in a phase. */
final class ConditionLine {
  /** Clocks are corrected by less all the time. */
  private static final long LEAST_STEP_NANOS = 10_000_000;

  private ConditionLine() {}

  /**
   * Adds the line.
   *
   * @param wallNanos how long the phase took
   * @param operations how many ended in it
   */
  static void render(ClientCondition condition, long wallNanos, long operations, Page page) {
    List<String> parts = new ArrayList<>();
    parts.add(processors(condition, wallNanos, operations));
    parts.add(garbageCollection(condition));
    parts.add(
        "wake-ups late by %s at p99, %s at most"
            .formatted(
                Quantities.micros(condition.hiccups().p99Micros()),
                Quantities.micros(condition.hiccups().maxMicros())));
    if (Math.abs(condition.clockStepNanos()) >= LEAST_STEP_NANOS) {
      parts.add("wall clock set by " + Quantities.duration(condition.clockStepNanos()));
    }
    if (condition.pinnedNanos() > 0) {
      parts.add(
          "carriers held for "
              + Quantities.duration(condition.pinnedNanos())
              + ", the longest "
              + Quantities.duration(condition.longestPinnedNanos()));
    }
    page.field("Condition", String.join("; ", parts));
  }

  private static String processors(ClientCondition condition, long wallNanos, long operations) {
    double available = Math.max(1.0, (double) wallNanos * condition.processors());
    String used =
        "%s of %s used"
            .formatted(
                Quantities.percent(condition.cpuNanos(), available),
                Quantities.count(condition.processors(), "processor"));
    String each =
        operations == 0
            ? ""
            : ", " + Quantities.duration(condition.cpuNanos() / operations) + " per operation";
    String stolen =
        condition.stealShare().isEmpty()
            ? ""
            : ", "
                + Quantities.percent(condition.stealShare().getAsDouble(), 1)
                + " of the host's stolen";
    return used + each + stolen;
  }

  private static String garbageCollection(ClientCondition condition) {
    return condition.gcPauses() == 0
        ? "no pause of garbage collection"
        : "%s of garbage collection, the longest %s"
            .formatted(
                Quantities.count(condition.gcPauses(), "pause"),
                Quantities.duration(condition.longestGcPauseNanos()));
  }
}
