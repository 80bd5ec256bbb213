package io.kvbench.reports.content;

import io.kvbench.core.measure.RecoveryRule;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.FaultResult.RecoveryResult;
import io.kvbench.results.format.FaultWindows;
import io.kvbench.results.format.PhasePart;
import io.kvbench.results.format.PhaseResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * The faults injected in a phase, how the operations recovered, the events observed, and load
 * changes.
 */
public final class FaultsSheet {
  private static final long MILLI = 1_000_000L;
  private static final long FULL_NANOS = 5_000_000_000L;
  private static final int MOST_IN_SUMMARY = 4;

  private static final Map<String, String> DONE =
      Map.ofEntries(
          Map.entry("KILL", "killed"),
          Map.entry("PAUSE", "paused"),
          Map.entry("RESUME", "resumed"),
          Map.entry("RESTART", "restarted"),
          Map.entry("CUT", "cut from clients"),
          Map.entry("HEAL", "reconnected to clients"),
          Map.entry("RESET", "had client connections reset"),
          Map.entry("ISOLATE", "isolated from the other servers"),
          Map.entry("REJOIN", "reconnected to the other servers"),
          Map.entry("SLOWDISK", "given a slow disk"),
          Map.entry("FASTDISK", "given the usual disk speed again"),
          Map.entry("FULLDISK", "given a full disk"),
          Map.entry("FREEDISK", "given free space on its disk again"),
          Map.entry("SKEWCLOCK", "given a wrong clock"),
          Map.entry("SETCLOCK", "given the right time again"));

  /** A line, with its time if it is about an event. */
  private record Entry(OptionalLong phaseNanos, String text) {}

  private static final List<Figure<Entry>> COLUMNS =
      List.of(
          Figure.of(
              "at",
              entry ->
                  entry.phaseNanos.isPresent()
                      ? Cell.of(entry.phaseNanos.getAsLong() / 1e9, Unit.SECONDS)
                      : new Cell.Words("")),
          Figure.of("what", entry -> Cell.words(entry.text)));

  private FaultsSheet() {}

  /**
   * Returns the first faults of a phase, each with the operation that it stopped for longest, and
   * what failed meanwhile; no rows where there was none.
   */
  public static Sheet brief(PhaseResult phase) {
    List<FaultResult> faults = phase.incidents().faults().orElse(List.of());
    List<Entry> entries = new ArrayList<>();
    for (FaultResult fault : faults.stream().limit(MOST_IN_SUMMARY).toList()) {
      entries.addAll(entries(fault, phase, false));
    }
    if (!faults.isEmpty()) {
      phase
          .incidents()
          .faultWindows()
          .ifPresent(windows -> entries.add(line("Fault windows: " + failed(windows))));
    }
    return Sheet.of(
        "Faults",
        "times in the phase; effects are timed from the fault. Outage: no operation succeeded. First"
            + " success: of one that was sent after the fault"
            + (faults.size() > MOST_IN_SUMMARY
                ? "; the first %d of %d".formatted(MOST_IN_SUMMARY, faults.size())
                : ""),
        COLUMNS,
        entries);
  }

  private static List<RecoveryResult> worst(FaultResult fault) {
    return fault.recovery().stream()
        .max(
            Comparator.<RecoveryResult, Boolean>comparing(
                    recovery -> recovery.firstSuccessMillis().isEmpty())
                .thenComparingLong(RecoveryResult::silenceMillis))
        .stream()
        .toList();
  }

  /** Returns the lines of a phase in order; none where nothing was done and nothing happened. */
  public static Sheet of(PhaseResult phase) {
    List<List<Entry>> happened = new ArrayList<>();
    List<FaultResult> faults = phase.incidents().faults().orElse(List.of());
    List<EventResult> events = phase.incidents().events().orElse(List.of());
    faults.forEach(fault -> happened.add(entries(fault, phase, true)));
    events.stream()
        // An injected fault has its own entry, with its recovery.
        .filter(event -> !event.wasInjected())
        .map(event -> List.of(at(event.phaseNanos(), event.message())))
        .forEach(happened::add);
    happened.sort(Comparator.comparingLong(lines -> lines.getFirst().phaseNanos.orElseThrow()));
    if (!happened.isEmpty()) {
      phase
          .incidents()
          .faultWindows()
          .ifPresent(windows -> happened.add(List.of(line(windows(windows)))));
    }
    boolean changesOnly = faults.isEmpty() && events.stream().allMatch(EventResult::changedLoad);
    return Sheet.of(
        changesOnly ? "Load changes" : "Faults",
        changesOnly
            ? "times in the phase"
            : "times in the phase; effects are timed from the fault, to 10 ms; rates are compared with"
                + " the 5 s before it. Outage: no operation succeeded. First success: of one that was"
                + " sent after the fault",
        COLUMNS,
        happened.stream().flatMap(List::stream).toList());
  }

  private static Entry at(long phaseNanos, String text) {
    return new Entry(OptionalLong.of(phaseNanos), text);
  }

  private static Entry line(String text) {
    return new Entry(OptionalLong.empty(), text);
  }

  private static String windows(FaultWindows parts) {
    String times =
        parts.windows().stream()
            .map(
                each ->
                    Quantities.elapsed(each.fromNanos())
                        + " to "
                        + Quantities.elapsed(each.toNanos()))
            .collect(Collectors.joining(", "));
    return "Fault windows (until %s after recovery) %s: %s"
        .formatted(Quantities.elapsed(parts.marginNanos()), times, failed(parts));
  }

  private static String failed(FaultWindows parts) {
    return failed(parts.inside()) + "; outside: " + failed(parts.outside());
  }

  private static String failed(PhasePart part) {
    return "%s of %s operations failed"
        .formatted(Quantities.count(part.errorCount()), Quantities.count(part.operationCount()));
  }

  private static List<Entry> entries(FaultResult fault, PhaseResult phase, boolean full) {
    List<Entry> entries = new ArrayList<>();
    entries.add(at(fault.phaseNanos(), what(fault) + " (" + fault.fault() + ")"));
    (full ? fault.recovery() : worst(fault))
        .forEach(recovery -> entries.add(line(sentence(recovery, fault, phase))));
    if (full && fault.longestClientStallMillis().isPresent()) {
      long stall = fault.longestClientStallMillis().getAsLong();
      entries.add(
          line("longest single-client stall " + (stall == 0 ? "below 10 ms" : millis(stall))));
    }
    fault
        .noneFreeMillis()
        .ifPresent(
            millis ->
                entries.add(
                    line(
                        "no client was free for up to "
                            + millis(millis)
                            + ": requests were due and not sent, so the store may have been back"
                            + " sooner (clients, clients.max)")));
    return entries;
  }

  private static String what(FaultResult fault) {
    String role = fault.role().equals("unknown") ? "" : fault.role() + " ";
    return fault.action().equals(EventResult.NETWORK)
        ? "network to " + fault.node() + " changed"
        : role + fault.node() + " " + DONE.getOrDefault(fault.action(), fault.action());
  }

  private static String sentence(RecoveryResult recovery, FaultResult fault, PhaseResult phase) {
    return "%s: %s; %s, %s%s"
        .formatted(
            recovery.operation(),
            silence(recovery),
            success(recovery, phase.span().wallNanos() - fault.phaseNanos()),
            rate(recovery, phase.rates().offeredPerSecond().isPresent()),
            errors(recovery));
  }

  private static String success(RecoveryResult recovery, long leftNanos) {
    if (recovery.firstSuccessMillis().isPresent()) {
      return "first success after " + millis(recovery.firstSuccessMillis().getAsLong());
    }
    return leftNanos <= RecoveryRule.HORIZON_NANOS
        ? "no successful operation afterwards"
        : "no successful operation within " + Quantities.elapsed(RecoveryRule.HORIZON_NANOS);
  }

  private static String rate(RecoveryResult recovery, boolean openLoop) {
    if (recovery.okPerSecondBefore() == 0) {
      return "no earlier rate to compare with";
    }
    return "back at 95 %% of %s/s%s%s%s"
        .formatted(
            Quantities.rate(recovery.okPerSecondBefore()),
            recovery.beforeNanos() < FULL_NANOS
                ? " (over " + Quantities.elapsed(recovery.beforeNanos()) + ")"
                : "",
            openLoop ? " and of the offered rate with p99 back to normal" : "",
            recovery.recoveredMillis().isPresent()
                ? " after " + millis(recovery.recoveredMillis().getAsLong())
                : " not reached again");
  }

  private static String silence(RecoveryResult recovery) {
    return recovery.silenceMillis() == 0
        ? "no outage"
        : "longest outage " + millis(recovery.silenceMillis());
  }

  private static String errors(RecoveryResult recovery) {
    Map<ErrorKind, Long> errors = recovery.errors();
    String first =
        recovery.firstErrorMillis().isPresent()
            ? " (first after " + millis(recovery.firstErrorMillis().getAsLong()) + ")"
            : "";
    return errors.isEmpty()
        ? "; no errors"
        : errors.entrySet().stream()
            .sorted(
                Comparator.<Map.Entry<ErrorKind, Long>>comparingLong(Map.Entry::getValue)
                    .reversed()
                    .thenComparing(Map.Entry::getKey))
            .map(entry -> Quantities.count(entry.getValue()) + " " + entry.getKey())
            .collect(Collectors.joining(", ", "; errors: ", first));
  }

  private static String millis(long millis) {
    return Quantities.duration(millis * MILLI);
  }
}
