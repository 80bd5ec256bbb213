package io.kvbench.results.verdict;

import io.kvbench.core.measure.RangeCounts;
import io.kvbench.core.measure.ScanCounts;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.WorkloadSettings;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.OperationResult.Times;
import io.kvbench.results.format.PhasePart;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.PrimaryOperations;
import io.kvbench.results.format.ReplayResult;
import io.kvbench.results.format.RunStatus;
import io.kvbench.results.format.StoreFindings;
import io.kvbench.results.format.TimeResult;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The checks of the store's answers in a phase, and of the range of the histograms. */
final class AnswerChecks {
  private AnswerChecks() {}

  static void check(PhaseResult phase, Evidence evidence, Settings limits, Findings findings) {
    boolean partial = evidence.status() == RunStatus.PARTIAL;
    errors(phase, partial ? waiting(phase) : 0, limits, findings);
    values(phase, findings);
    if (phase.replay().isPresent()) {
      misses(phase, phase.replay().get(), limits, findings);
    } else {
      outcomes(phase, evidence.store(), limits, findings);
    }
    phase.scans().ifPresent(scans -> scans(phase, scans, limits, findings));
    long deleted =
        evidence.phases().stream().mapToLong(each -> count(each, OperationType.DELETE)).sum();
    phase
        .scans()
        .flatMap(ScanCounts::ranges)
        .ifPresent(ranges -> ranges(phase, ranges, deleted, limits, findings));
    conflicts(phase, limits, findings);
    overRange(phase, limits, findings);
  }

  /** Returns how many waited for a lock or the end of a lease when the phase was interrupted. */
  private static long waiting(PhaseResult phase) {
    return phase.operations().entrySet().stream()
        .filter(entry -> entry.getKey().waits())
        .mapToLong(entry -> entry.getValue().errors().getOrDefault(ErrorKind.ABANDONED, 0L))
        .sum();
  }

  /**
   * Errors in fault windows are what the faults were for; {@link FaultChecks} has them.
   *
   * @param excused errors that are no answers of the store
   */
  private static void errors(PhaseResult phase, long excused, Settings limits, Findings findings) {
    PhasePart outside = FaultScope.OUTSIDE_FAULTS.of(phase).orElseThrow();
    long failed = Math.max(0, outside.errorCount() - excused);
    double share = (double) failed / Math.max(1, outside.operationCount());
    String where =
        phase.incidents().faultWindows().isPresent() ? FaultScope.OUTSIDE_FAULTS.sentence() : "";
    double most = limits.get(VerdictSettings.ERRORS);
    double some = limits.get(VerdictSettings.SOME_ERRORS);
    if (share > most) {
      findings.invalid(
          phase,
          "errors",
          Quantities.preciseShare(share) + " of the operations failed" + where,
          Limit.atMost(most, VerdictSettings.ERRORS));
    } else if (share > some) {
      findings.suspect(
          phase,
          "errors",
          Quantities.count(failed, "operation") + " failed" + where,
          some == 0
              ? "none, " + VerdictSettings.SOME_ERRORS.name()
              : Limit.atMost(some, VerdictSettings.SOME_ERRORS));
    }
  }

  private static void values(PhaseResult phase, Findings findings) {
    long wrong =
        phase.operations().entrySet().stream()
            .filter(entry -> !entry.getKey().isComposite())
            .mapToLong(entry -> entry.getValue().errors().getOrDefault(ErrorKind.WRONG_VALUE, 0L))
            .sum();
    if (wrong > 0) {
      findings.invalid(
          phase,
          "values",
          Quantities.count(wrong, "read") + " returned a wrong or outdated value",
          "the last acknowledged value of each record, or a later one");
    }
  }

  /**
   * Reads and deletes may rightly miss, conflicts are judged by themselves; a write that finds the
   * store in another state than planned is another workload.
   */
  private static void outcomes(
      PhaseResult phase, StoreFindings store, Settings limits, Findings findings) {
    String missed =
        new TreeMap<>(phase.operations())
            .entrySet().stream()
                .filter(entry -> isAnotherWorkload(entry.getKey(), entry.getValue(), limits))
                .map(entry -> missed(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(" and "));
    if (!missed.isEmpty()) {
      OperationResult inserts = phase.operations().get(OperationType.INSERT);
      boolean again =
          inserts != null && inserts.outcomes().getOrDefault(Outcome.ALREADY_EXISTS, 0L) > 0;
      findings.suspect(
          phase,
          "outcomes",
          missed + " were not answered OK" + (again ? store.newRecords() : ""),
          "records as the workload expects them, " + VerdictSettings.OUTCOMES.name());
    }
  }

  /** A record that was missing in the recording is rightly missing in the replay. */
  private static void misses(
      PhaseResult phase, ReplayResult replay, Settings limits, Findings findings) {
    double most = limits.get(VerdictSettings.OUTCOMES);
    if (replay.missed() > most * replay.compared()) {
      findings.suspect(
          phase,
          "outcomes",
          "%s of %s answered otherwise than recorded"
              .formatted(
                  Quantities.precise(replay.missed()),
                  Quantities.count(replay.compared(), "operation")),
          Limit.atMost(most, VerdictSettings.OUTCOMES));
    } else if (replay.missed() > 0) {
      findings.note(
          phase,
          "outcomes",
          "%s of %s answered otherwise than recorded"
              .formatted(
                  Quantities.precise(replay.missed()),
                  Quantities.count(replay.compared(), "operation")),
          "the recorded answers");
    }
  }

  /**
   * A scan near the end of the key space rightly gets less than it asks for. As that end moves with
   * inserts and deletes only, such scans start from no more different keys than a scan has records,
   * and one more for each of those.
   */
  private static void scans(
      PhaseResult phase, ScanCounts scans, Settings limits, Findings findings) {
    long atTheEnd =
        scans.longest()
            - 1
            + count(phase, OperationType.INSERT)
            + count(phase, OperationType.DELETE);
    long lacking = scans.recordsAsked() - scans.recordsReturned();
    double most = limits.get(VerdictSettings.SHORT_SCANS);
    if (scans.shortStarts() > atTheEnd && lacking > most * scans.recordsAsked()) {
      findings.suspect(
          phase,
          "short scans",
          "scans returned %s of the %s requested; %s were short, starting from more keys than the"
                  .formatted(
                      Quantities.precise(scans.recordsReturned()),
                      Quantities.count(scans.recordsAsked(), "record"),
                      Quantities.count(scans.shortScans(), "scan"))
              + " end of the key space explains",
          "at most %s missing, %s"
              .formatted(Quantities.preciseShare(most), VerdictSettings.SHORT_SCANS.name()));
    }
  }

  /** Each record that was deleted may rightly be missing from each range. */
  private static void ranges(
      PhaseResult phase, RangeCounts ranges, long deleted, Settings limits, Findings findings) {
    double most = limits.get(VerdictSettings.SHORT_SCANS);
    double unexplained =
        (double) ranges.expected() - ranges.found() - (double) deleted * ranges.shortRanges();
    if (unexplained > most * ranges.expected()) {
      findings.suspect(
          phase,
          "short ranges",
          "ranges returned %s of the %s expected; %s were short"
              .formatted(
                  Quantities.precise(ranges.found()),
                  Quantities.count(ranges.expected(), "record"),
                  Quantities.count(ranges.shortRanges(), "range")),
          "at most %s missing, %s"
              .formatted(Quantities.preciseShare(most), VerdictSettings.SHORT_SCANS.name()));
    }
  }

  private static long count(PhaseResult phase, OperationType type) {
    OperationResult operation = phase.operations().get(type);
    return operation == null ? 0 : operation.count();
  }

  /**
   * Under contention they are right answers; beyond some share they are what the run is about. The
   * time of a software transaction has its retries in it, so only one that gave up counts.
   */
  private static void conflicts(PhaseResult phase, Settings limits, Findings findings) {
    double most = limits.get(VerdictSettings.CONFLICTS);
    boolean retried = PrimaryOperations.of(List.of(phase)).equals(Set.of(OperationType.STM));
    String mostly =
        new TreeMap<>(phase.operations())
            .entrySet().stream()
                .filter(
                    entry ->
                        retried
                            ? entry.getKey() == OperationType.STM
                            : !entry.getKey().isComposite())
                .filter(entry -> conflicts(entry.getValue()) > most * entry.getValue().count())
                .map(entry -> conflicts(entry.getKey(), entry.getValue()))
                .collect(Collectors.joining(" and "));
    if (!mostly.isEmpty()) {
      findings.suspect(
          phase,
          "conflicts",
          mostly + " found the record changed",
          Limit.atMost(most, VerdictSettings.CONFLICTS));
    }
  }

  private static String conflicts(OperationType type, OperationResult operation) {
    return Quantities.preciseShare((double) conflicts(operation) / operation.count())
        + " of the "
        + type
        + " operations";
  }

  private static long conflicts(OperationResult operation) {
    return operation.outcomes().getOrDefault(Outcome.CONFLICT, 0L);
  }

  private static boolean isAnotherWorkload(
      OperationType type, OperationResult operation, Settings limits) {
    double most = limits.get(VerdictSettings.OUTCOMES);
    long misses = misses(operation) - metItself(type, operation, limits);
    boolean all = misses > 0 && operation.okCount() == 0;
    return all || (type == OperationType.INSERT && misses > most * operation.count());
  }

  /** Returns how many inserts that were sent again may have met what they had written before. */
  private static long metItself(OperationType type, OperationResult operation, Settings limits) {
    boolean again = limits.find(WorkloadSettings.INSERTION_RETRY_LIMIT).orElse(0) > 0;
    return type == OperationType.INSERT && again
        ? Math.min(
            operation.errorCount(), operation.outcomes().getOrDefault(Outcome.ALREADY_EXISTS, 0L))
        : 0;
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
          Quantities.count(over, "time")
              + " over one hour, recorded as one hour: max and mean are too low",
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
