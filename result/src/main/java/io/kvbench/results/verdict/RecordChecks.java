package io.kvbench.results.verdict;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import java.util.Objects;
import java.util.Set;

/** The checks of the number of records against that of clients, and against the servers' memory. */
final class RecordChecks {
  private static final Set<OperationType> READS = Set.of(OperationType.READ, OperationType.SCAN);

  /** Their conflicts and deliveries are counted. */
  private static final Set<OperationType> SHARED =
      Set.of(OperationType.STM, OperationType.WATCHED_UPDATE, OperationType.WATCH_CATCH_UP);

  private final PhaseResult phase;
  private final Evidence evidence;
  private final Settings limits;
  private final Findings findings;

  RecordChecks(PhaseResult phase, Evidence evidence, Settings limits, Findings findings) {
    this.phase = phase;
    this.evidence = evidence;
    this.limits = limits;
    this.findings = findings;
  }

  void check() {
    if (evidence.records().count() > 0) {
      keySpace(evidence.records());
      evidence.serverMemoryBytes(phase).ifPresent(bytes -> workingSet(evidence.records(), bytes));
    }
  }

  /** With few records clients wait for each other's writes, or read one cache line. */
  private void keySpace(Evidence.Records records) {
    long least = limits.get(VerdictSettings.RECORDS_PER_CLIENT);
    if (!records.sameKey()
        && !sharesOnPurpose()
        && (double) records.count() / phase.load().clients() < least) {
      findings.suspect(
          phase,
          "key space",
          "%s for %s"
              .formatted(
                  Quantities.count(records.count(), "record"),
                  Quantities.count(phase.load().clients(), "client")),
          "at least " + least + " per client, " + VerdictSettings.RECORDS_PER_CLIENT.name());
    }
  }

  /** Inserts need no records; where all requests are of these, sharing is what they measure. */
  private boolean sharesOnPurpose() {
    long requests =
        SHARED.stream()
            .map(phase.operations()::get)
            .filter(Objects::nonNull)
            .mapToLong(OperationResult::count)
            .sum();
    return phase.operations().keySet().equals(Set.of(OperationType.INSERT))
        || (requests > 0 && requests >= phase.rates().requests());
  }

  /**
   * Most stores of configuration are meant to fit in memory, so this is no reason for doubt. Every
   * server has all records, each of them more than once: as it was written, in an index, in a log.
   */
  private void workingSet(Evidence.Records records, long memoryBytes) {
    double least = limits.get(VerdictSettings.WORKING_SET);
    double count = records.count() + inserted();
    double bytes = count * records.bytesEach();
    if (phase.operations().keySet().stream().anyMatch(READS::contains)
        && bytes < least * memoryBytes) {
      findings.note(
          phase,
          "working set",
          ("reads may be served from memory: %s records of %s are %s; a server's host has %s of"
                  + " memory")
              .formatted(
                  Quantities.precise(count),
                  Quantities.preciseBytes(records.bytesEach()),
                  Quantities.preciseBytes(bytes),
                  Quantities.preciseBytes(memoryBytes)),
          "noted below %s of the memory, %s"
              .formatted(Quantities.preciseShare(least), VerdictSettings.WORKING_SET.name()));
    }
  }

  private long inserted() {
    OperationResult inserts = phase.operations().get(OperationType.INSERT);
    return inserts == null ? 0 : inserts.okCount();
  }
}
