package io.kvbench.runner.run;

import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.workload.check.ComparedVersions;
import io.kvbench.core.workload.check.ReadBack;
import io.kvbench.core.workload.check.ReadLengths;
import io.kvbench.results.format.ConsistencyResult;
import io.kvbench.results.format.RunResult.KeyCheck;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunResult.StoreUnchecked;
import io.kvbench.results.format.RunResult.ValueCheckResult;
import io.kvbench.results.format.RunResult.ValuesRead;
import io.kvbench.results.format.RunResult.VersionCheck;
import io.kvbench.results.format.StoreFindings;
import java.util.Optional;
import java.util.OptionalLong;

/** The knowledge so far about the contents of a store, compared with its answers. */
final class StoreRecord {
  private final RunPlan plan;
  private Optional<KeyCheck> keyCheck = Optional.empty();
  private Optional<StoreUnchecked> keysUnchecked = Optional.empty();
  private Optional<VersionCheck> versionCheck = Optional.empty();
  private Optional<ValuesRead> valuesRead = Optional.empty();
  private Optional<ConsistencyResult> consistency = Optional.empty();

  StoreRecord(RunPlan plan) {
    this.plan = plan;
  }

  /** Takes what was found when records were read back. */
  void keys(ReadBack.Found found, OptionalLong foreign, Optional<String> problem) {
    keyCheck =
        Optional.of(
            new KeyCheck(
                found.known(),
                found.read(),
                found.failed(),
                found.missing(),
                found.firstMissing(),
                found.undeleted(),
                found.absent(),
                foreign,
                problem,
                found
                    .values()
                    .map(
                        values ->
                            new ValueCheckResult(
                                values.compared(),
                                values.lost(),
                                values.firstLost(),
                                values.uncertain())),
                OptionalLong.of(found.asAcknowledged()),
                OptionalLong.of(found.asExpected()),
                found.nextNumber()));
  }

  /**
   * Says why no record was read back.
   *
   * @param declared whether that is as it should be
   */
  void keysUnread(String reason, boolean declared) {
    keysUnchecked = Optional.of(new StoreUnchecked(reason, declared));
  }

  /** Takes which compare-and-sets succeeded. */
  void versions(Optional<ComparedVersions> found) {
    versionCheck =
        found
            .filter(versions -> versions.compared() > 0)
            .map(
                versions ->
                    new VersionCheck(versions.compared(), versions.repeated(), versions.first()));
  }

  /** Takes the lengths of the values that were read. */
  void lengths(Optional<ReadLengths> found) {
    valuesRead =
        found.map(
            lengths ->
                new ValuesRead(
                    lengths.count(),
                    lengths.min(),
                    lengths.mean(),
                    lengths.max(),
                    lengths.others(),
                    plan.workload().smallestValue(),
                    plan.workload().largestValue()));
  }

  /** Takes the check of the answers against the promises of the system. */
  void consistency(ConsistencyResult found) {
    consistency = Optional.of(found);
  }

  StoreFindings findings(Optional<StoreCheck> counted, Optional<StoreUnchecked> uncounted) {
    return new StoreFindings(
        counted, uncounted, keyCheck, keysUnchecked, versionCheck, valuesRead, consistency);
  }
}
