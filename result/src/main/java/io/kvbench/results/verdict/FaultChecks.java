package io.kvbench.results.verdict;

import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.EventResult;
import io.kvbench.results.format.FaultResult;
import io.kvbench.results.format.FaultWindows;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.Verdict;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The checks for faults and other disturbances of the servers. Failures in fault windows have their
 * reason here; the other checks judge the time outside of them.
 */
final class FaultChecks {
  private static final int NAMED = 10;

  private FaultChecks() {}

  static void check(PhaseResult phase, Findings findings) {
    List<FaultResult> faults = phase.incidents().faults().orElse(List.of());
    if (!faults.isEmpty()) {
      findings.suspect(
          phase,
          Verdict.FAULT,
          named(faults)
              + " as planned: the figures include the time before, during and after"
              + phase.incidents().faultWindows().map(FaultChecks::windows).orElse(""),
          "no injected faults, for figures of a healthy store");
    }
    String undone =
        phase.incidents().events().orElse(List.of()).stream()
            .filter(event -> event.kind().equals(EventResult.NOT_DONE))
            .map(EventResult::message)
            .collect(Collectors.joining("; "));
    if (!undone.isEmpty()) {
      findings.suspect(phase, "fault plan", undone, "every planned fault injected");
    }
  }

  /** Faults that are repeated are many. */
  private static String named(List<FaultResult> faults) {
    List<String> all =
        faults.stream().map(fault -> fault.fault() + " on " + fault.node()).distinct().toList();
    int rest = all.size() - NAMED;
    return all.stream().limit(NAMED).collect(Collectors.joining(", "))
        + (rest > 0 ? " and " + rest + " more" : "");
  }

  private static String windows(FaultWindows windows) {
    return "; %s failed in %s (%s in total)"
        .formatted(
            Quantities.count(windows.inside().errorCount(), "operation"),
            Quantities.count(windows.windows().size(), "fault window"),
            Quantities.preciseTime(windows.inside().wallNanos()));
  }
}
