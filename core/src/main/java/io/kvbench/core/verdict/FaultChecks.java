package io.kvbench.core.verdict;

import io.kvbench.core.result.EventResult;
import io.kvbench.core.result.FaultResult;
import io.kvbench.core.result.PhaseResult;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Whether the servers were left in peace. What a fault does to the figures is judged by the other
 * checks as if it had come by itself: it did happen to them.
 */
final class FaultChecks {
  private FaultChecks() {}

  static void check(PhaseResult phase, Findings findings) {
    List<FaultResult> faults = phase.faults().orElse(List.of());
    if (!faults.isEmpty()) {
      findings.suspect(
          phase,
          "fault",
          faults.stream()
                  .map(fault -> fault.fault() + " on " + fault.node())
                  .collect(Collectors.joining(", "))
              + " as planned: the figures of the phase are of the time before, during and after",
          "no fault, for figures of a healthy store");
    }
    String undone =
        phase.events().orElse(List.of()).stream()
            .filter(event -> event.kind().equals(EventResult.NOT_DONE))
            .map(EventResult::message)
            .collect(Collectors.joining("; "));
    if (!undone.isEmpty()) {
      findings.suspect(phase, "fault plan", undone, "every fault carried out");
    }
  }
}
