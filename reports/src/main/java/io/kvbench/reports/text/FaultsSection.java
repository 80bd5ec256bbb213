package io.kvbench.reports.text;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.result.EventResult;
import io.kvbench.core.result.FaultResult;
import io.kvbench.core.result.FaultResult.RecoveryResult;
import io.kvbench.core.result.FaultWindows;
import io.kvbench.core.result.PhasePart;
import io.kvbench.core.result.PhaseResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What was done to the servers in a phase, how the operations came back, and what was seen. */
final class FaultsSection {
  private static final long MILLI = 1_000_000L;
  private static final long FULL_NANOS = 5_000_000_000L;
  private static final int TIME_WIDTH = 8;
  private static final int INDENT = TIME_WIDTH + 2;

  /** Something with its time. */
  private record Entry(long phaseNanos, String text, List<RecoveryResult> recovery) {}

  private FaultsSection() {}

  static void render(PhaseResult phase, Page page) {
    List<Entry> entries = new ArrayList<>();
    phase.faults().orElse(List.of()).forEach(fault -> entries.add(entry(fault)));
    phase.events().orElse(List.of()).stream()
        .filter(FaultsSection::hasNoFault)
        .map(event -> new Entry(event.phaseNanos(), PlainText.of(event.message()), List.of()))
        .forEach(entries::add);
    if (entries.isEmpty()) {
      return;
    }
    page.blank();
    page.title(
        "Faults",
        "at their time in the phase; what came of them is counted from there, to 10 ms, and held"
            + " against the 5 s before");
    entries.stream()
        .sorted(Comparator.comparingLong(Entry::phaseNanos))
        .forEach(entry -> render(entry, phase.offeredPerSecond().isPresent(), page));
    phase.faultWindows().ifPresent(parts -> render(parts, page));
  }

  private static void render(FaultWindows parts, Page page) {
    String times =
        parts.windows().stream()
            .map(
                window ->
                    Quantities.elapsed(window.fromNanos())
                        + " to "
                        + Quantities.elapsed(window.toNanos()))
            .collect(Collectors.joining(", "));
    page.indented(
        INDENT,
        "Fault windows (up to %s after the recovery) %s: %s; outside of them %s"
            .formatted(
                Quantities.elapsed(parts.marginNanos()),
                times,
                failed(parts.inside()),
                failed(parts.outside())));
  }

  private static String failed(PhasePart part) {
    return Quantities.count(part.errorCount())
        + " of "
        + Quantities.count(part.operationCount())
        + " operations failed";
  }

  /** A fault that was carried out has its own entry, with its recovery. */
  private static boolean hasNoFault(EventResult event) {
    return !event.source().equals(EventResult.FAULT) || event.kind().equals(EventResult.NOT_DONE);
  }

  private static Entry entry(FaultResult fault) {
    String role = fault.role().equals("unknown") ? "" : PlainText.of(fault.role()) + " ";
    return new Entry(
        fault.phaseNanos(),
        "%s%s %s (%s)"
            .formatted(
                role,
                PlainText.of(fault.node()),
                done(fault.action()),
                PlainText.of(fault.fault())),
        fault.recovery());
  }

  private static String done(String action) {
    return switch (action) {
      case "KILL" -> "killed";
      case "PAUSE" -> "paused";
      case "RESUME" -> "let go on";
      case "RESTART" -> "started again";
      default -> PlainText.of(action);
    };
  }

  private static void render(Entry entry, boolean openLoop, Page page) {
    String time = Columns.right(Quantities.elapsed(entry.phaseNanos), TIME_WIDTH);
    List<String> lines = PlainText.wrap(entry.text, page.width() - INDENT);
    page.line(time + "  " + Ink.TITLE.on(lines.getFirst(), page.style()));
    lines.stream().skip(1).forEach(line -> page.line(" ".repeat(INDENT) + line));
    entry.recovery.forEach(recovery -> page.indented(INDENT, sentence(recovery, openLoop)));
  }

  private static String sentence(RecoveryResult recovery, boolean openLoop) {
    return "%s: %s, %s; %s%s"
        .formatted(
            recovery.operation(),
            success(recovery),
            rate(recovery, openLoop),
            silence(recovery),
            errors(recovery.errors()));
  }

  private static String success(RecoveryResult recovery) {
    return recovery.firstSuccessMillis().isPresent()
        ? "first success after " + millis(recovery.firstSuccessMillis().getAsLong())
        : "no success from then on";
  }

  private static String rate(RecoveryResult recovery, boolean openLoop) {
    if (recovery.okPerSecondBefore() == 0) {
      return "no rate before to compare with";
    }
    String rate = "95 % of the earlier " + Quantities.rate(recovery.okPerSecondBefore()) + "/s";
    String over =
        recovery.beforeNanos() < FULL_NANOS
            ? " (over " + Quantities.elapsed(recovery.beforeNanos()) + ")"
            : "";
    String back = openLoop ? " and of the offered rate, p99 near the earlier" : "";
    return recovery.recoveredMillis().isPresent()
        ? rate + over + back + " after " + millis(recovery.recoveredMillis().getAsLong())
        : rate + over + back + " not reached again";
  }

  private static String silence(RecoveryResult recovery) {
    return recovery.silenceMillis() == 0
        ? "never silent"
        : "longest silence " + millis(recovery.silenceMillis());
  }

  private static String errors(Map<ErrorKind, Long> errors) {
    return errors.isEmpty()
        ? "; meanwhile no errors"
        : errors.entrySet().stream()
            .sorted(
                Comparator.<Map.Entry<ErrorKind, Long>>comparingLong(Map.Entry::getValue)
                    .reversed()
                    .thenComparing(Map.Entry::getKey))
            .map(entry -> Quantities.count(entry.getValue()) + " " + entry.getKey())
            .collect(Collectors.joining(", ", "; meanwhile ", ""));
  }

  private static String millis(long millis) {
    return Quantities.duration(millis * MILLI);
  }
}
