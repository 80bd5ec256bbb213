package io.kvbench.reports.content;

import io.kvbench.reports.text.PlainText;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.ClientCondition;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.SchedulingResult;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** A line about the condition of the kvbench process and its host in a phase. */
final class ConditionLine {
  /** Clocks are corrected by less all the time. */
  private static final long LEAST_STEP_NANOS = 10_000_000;

  /** A thread that is busy for less of the time delays nothing. */
  private static final double LEAST_BUSY_SHARE = 0.5;

  private ConditionLine() {}

  /**
   * Returns the line.
   *
   * @param wallNanos how long the phase took
   * @param operations how many ended in it
   * @param own the estimate of kvbench's own time in each
   */
  static String of(ClientCondition condition, long wallNanos, long operations, OptionalLong own) {
    long window = condition.windowNanos(wallNanos);
    List<String> parts = new ArrayList<>();
    parts.add(used(condition, wallNanos, operations) + delayed(condition));
    condition.scheduling().ifPresent(each -> addScheduling(each, window, parts));
    own.ifPresent(
        nanos ->
            parts.add(
                "about " + Quantities.duration(nanos) + " of each service time kvbench's own"));
    parts.add(garbageCollection(condition));
    parts.add(
        "scheduling delay %s%s max"
            .formatted(
                Percentile.P99.isKnown(condition.hiccups())
                    ? Quantities.micros(condition.hiccups().p99Micros()) + " at p99, "
                    : "",
                Quantities.micros(condition.hiccups().maxMicros())));
    if (Math.abs(condition.clockStepNanos()) >= LEAST_STEP_NANOS) {
      parts.add("wall clock set by " + Quantities.duration(condition.clockStepNanos()));
    }
    if (condition.pinnedNanos() > 0) {
      parts.add(
          "carriers pinned for %s, longest %s"
              .formatted(
                  Quantities.duration(condition.pinnedNanos()),
                  Quantities.duration(condition.longestPinnedNanos())));
    }
    return String.join("; ", parts);
  }

  private static void addScheduling(SchedulingResult scheduling, long window, List<String> parts) {
    scheduling
        .busiestThread()
        .filter(thread -> thread.cpuNanos() >= LEAST_BUSY_SHARE * window)
        .ifPresent(
            thread ->
                parts.add(
                    "busiest thread %s at %s of a processor"
                        .formatted(
                            PlainText.of(thread.name()),
                            Quantities.percent(thread.cpuNanos(), window))));
    scheduling.throttledNanos().stream()
        .filter(nanos -> nanos > 0)
        .forEach(nanos -> parts.add("throttled by a CPU limit for " + Quantities.duration(nanos)));
  }

  /** Returns how much of the processors kvbench used, and for each operation. */
  static String used(ClientCondition condition, long wallNanos, long operations) {
    double available =
        Math.max(1.0, (double) condition.windowNanos(wallNanos) * condition.processors());
    return "%s of %s used%s"
        .formatted(
            Quantities.percent(condition.cpuNanos(), available),
            Quantities.count(condition.processors(), "processor"),
            operations == 0
                ? ""
                : ", " + Quantities.duration(condition.cpuNanos() / operations) + " per operation");
  }

  private static String delayed(ClientCondition condition) {
    String stolen =
        condition.stealShare().isEmpty()
            ? ""
            : ", " + Quantities.percent(condition.stealShare().getAsDouble(), 1) + " steal";
    return stolen
        + condition.scheduling().stream()
            .flatMapToDouble(scheduling -> scheduling.meanRunDelayNanos().stream())
            .mapToObj(nanos -> ", mean run delay " + Quantities.duration(Math.round(nanos)))
            .collect(Collectors.joining());
  }

  private static String garbageCollection(ClientCondition condition) {
    return condition.gcPauses() == 0
        ? "no GC pause"
        : "%s, longest %s"
            .formatted(
                Quantities.count(condition.gcPauses(), "GC pause"),
                Quantities.duration(condition.longestGcPauseNanos()));
  }
}
