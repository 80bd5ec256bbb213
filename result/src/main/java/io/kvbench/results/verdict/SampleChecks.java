package io.kvbench.results.verdict;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PrimaryOperations;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The checks that a phase is long enough to quote its figures; one without an answer has none. */
final class SampleChecks {
  private static final String CHECK = "too short";

  /** Each of these lasts as long as its lease, so that minutes have few of them. */
  private static final Set<OperationType> EXPIRIES = Set.of(OperationType.LEASE_LIFETIME);

  private SampleChecks() {}

  static void check(PhaseResult phase, Settings limits, Findings findings) {
    Duration shortest = limits.get(VerdictSettings.SHORTEST);
    if (phase.okCount() == 0) {
      return;
    }
    long sending = phase.window().nanos();
    if (sending < shortest.toNanos()) {
      findings.suspect(
          phase,
          CHECK,
          "requests were sent for " + Quantities.preciseTime(sending),
          "at least "
              + Quantities.preciseTime(shortest.toNanos())
              + ", "
              + VerdictSettings.SHORTEST.name());
    } else if (PrimaryOperations.of(List.of(phase)).equals(EXPIRIES)) {
      long expired =
          phase.operations().entrySet().stream()
              .filter(entry -> EXPIRIES.contains(entry.getKey()))
              .mapToLong(entry -> entry.getValue().okCount())
              .sum();
      fewest(
          phase,
          expired,
          Quantities.count(expired, "lease") + " expired",
          VerdictSettings.FEWEST_EXPIRIES,
          limits,
          findings);
    } else {
      fewest(
          phase,
          phase.operationCount(),
          Quantities.count(phase.operationCount(), "operation") + " completed",
          VerdictSettings.FEWEST,
          limits,
          findings);
    }
  }

  private static void fewest(
      PhaseResult phase,
      long count,
      String observed,
      Setting<Long> limit,
      Settings limits,
      Findings findings) {
    long fewest = limits.get(limit);
    if (count < fewest) {
      findings.suspect(
          phase, CHECK, observed, "at least " + Quantities.precise(fewest) + ", " + limit.name());
    }
  }
}
