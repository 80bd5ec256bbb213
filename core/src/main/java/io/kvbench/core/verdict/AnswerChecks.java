package io.kvbench.core.verdict;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.result.OperationResult;
import io.kvbench.core.result.OperationResult.Times;
import io.kvbench.core.result.PhaseResult;
import io.kvbench.core.result.TimeResult;
import io.kvbench.core.setting.Settings;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the store answered in a phase, and whether the histograms could hold it. */
final class AnswerChecks {
  private AnswerChecks() {}

  static void check(PhaseResult phase, Settings limits, Findings findings) {
    errors(phase, limits, findings);
    outcomes(phase, limits, findings);
    conflicts(phase, limits, findings);
    overRange(phase, limits, findings);
  }

  private static void errors(PhaseResult phase, Settings limits, Findings findings) {
    double share = (double) phase.errorCount() / Math.max(1, phase.operationCount());
    double most = limits.get(VerdictSettings.ERRORS);
    double some = limits.get(VerdictSettings.SOME_ERRORS);
    if (share > most) {
      findings.invalid(
          phase,
          "errors",
          Figures.share(share) + " of the operations failed",
          Limit.atMost(most, VerdictSettings.ERRORS));
    } else if (share > some) {
      findings.suspect(
          phase,
          "errors",
          Figures.count(phase.errorCount(), "operation") + " failed",
          some == 0
              ? "none, " + VerdictSettings.SOME_ERRORS.name()
              : Limit.atMost(some, VerdictSettings.SOME_ERRORS));
    }
  }

  /**
   * Reads and deletes may rightly miss, conflicts are judged by themselves; a write that finds the
   * store in another state than planned is another workload.
   */
  private static void outcomes(PhaseResult phase, Settings limits, Findings findings) {
    double most = limits.get(VerdictSettings.OUTCOMES);
    String missed =
        new TreeMap<>(phase.operations())
            .entrySet().stream()
                .filter(entry -> isAnotherWorkload(entry.getKey(), entry.getValue(), most))
                .map(entry -> missed(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(" and "));
    if (!missed.isEmpty()) {
      findings.suspect(
          phase,
          "outcomes",
          missed + " were not answered OK",
          "records as the workload expects them, " + VerdictSettings.OUTCOMES.name());
    }
  }

  /** Under contention they are right answers; beyond some share they are what the run is about. */
  private static void conflicts(PhaseResult phase, Settings limits, Findings findings) {
    double most = limits.get(VerdictSettings.CONFLICTS);
    String mostly =
        new TreeMap<>(phase.operations())
            .entrySet().stream()
                .filter(entry -> !entry.getKey().isComposite())
                .filter(entry -> conflicts(entry.getValue()) > most * entry.getValue().count())
                .map(entry -> conflicts(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(" and "));
    if (!mostly.isEmpty()) {
      findings.suspect(
          phase,
          "conflicts",
          mostly + " met a record that had changed",
          Limit.atMost(most, VerdictSettings.CONFLICTS));
    }
  }

  private static String conflicts(OperationType type, OperationResult operation) {
    return Figures.share((double) conflicts(operation) / operation.count()) + " of the " + type;
  }

  private static long conflicts(OperationResult operation) {
    return operation.outcomes().getOrDefault(Outcome.CONFLICT, 0L);
  }

  private static boolean isAnotherWorkload(
      OperationType type, OperationResult operation, double most) {
    long misses = misses(operation);
    boolean all = misses > 0 && operation.okCount() == 0;
    return all || (type == OperationType.INSERT && misses > most * operation.count());
  }

  private static String missed(OperationType type, OperationResult operation) {
    return misses(operation) + " of " + operation.count() + " " + type;
  }

  private static long misses(OperationResult operation) {
    return operation.count() - operation.okCount() - operation.errorCount() - conflicts(operation);
  }

  private static void overRange(PhaseResult phase, Settings limits, Findings findings) {
    long most = limits.get(VerdictSettings.OVER_RANGE);
    long over =
        Math.max(
            phase.lag().overRange(),
            phase.operations().values().stream()
                .flatMap(AnswerChecks::times)
                .mapToLong(TimeResult::overRange)
                .sum());
    if (over > most) {
      findings.suspect(
          phase,
          "over range",
          Figures.count(over, "time")
              + " of more than an hour stand in the histograms as an hour: maximum and mean are too low",
          "at most " + most + ", " + VerdictSettings.OVER_RANGE.name());
    }
  }

  /** The response times of every status, which are never shorter than the service times. */
  private static Stream<TimeResult> times(OperationResult operation) {
    return Stream.concat(
        Stream.of(operation.response()),
        operation.otherTimes().values().stream().map(Times::response));
  }
}
