package io.kvbench.core.verdict;

import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.setting.Settings;
import java.time.Duration;

/** Whether a phase is long enough to quote its figures; one without an answer has none. */
final class SampleChecks {
  private static final String CHECK = "too short";

  private SampleChecks() {}

  static void check(PhaseResult phase, Settings limits, Findings findings) {
    Duration shortest = limits.get(VerdictSettings.SHORTEST);
    long fewest = limits.get(VerdictSettings.FEWEST);
    if (phase.okCount() == 0) {
      return;
    }
    long sending = phase.window().nanos();
    if (sending < shortest.toNanos()) {
      findings.suspect(
          phase,
          CHECK,
          "requests were sent for " + Figures.time(sending),
          "at least " + Figures.time(shortest.toNanos()) + ", " + VerdictSettings.SHORTEST.name());
    } else if (phase.operationCount() < fewest) {
      findings.suspect(
          phase,
          CHECK,
          Figures.count(phase.operationCount(), "operation") + " completed",
          "at least " + Figures.number(fewest) + ", " + VerdictSettings.FEWEST.name());
    }
  }
}
