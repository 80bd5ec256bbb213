package io.kvbench.core.plan;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.WorkloadSettings;
import java.time.Duration;
import java.util.List;

/**
 * Whether keys keep their size where time alone limits the inserts. A longer number is never cut,
 * so keys would grow in the middle of the run.
 */
final class KeySizeCheck {
  /** More inserts in a second than any store takes. */
  private static final long MOST_PER_SECOND = 10_000_000;

  private KeySizeCheck() {}

  static void check(
      Workload workload, List<PhasePlan> phases, Settings settings, Problems problems) {
    long seconds =
        phases.stream()
            .filter(phase -> phase.requests() == PhasePlan.UNLIMITED)
            .flatMap(phase -> phase.duration().stream())
            .mapToLong(Duration::toSeconds)
            .map(length -> length + 1)
            .sum();
    if (seconds == 0 || !workload.operationTypes().contains(OperationType.INSERT)) {
      return;
    }
    settings
        .find(WorkloadSettings.KEY_SIZE)
        .ifPresent(size -> check(size, workload, seconds, settings, problems));
  }

  private static void check(
      int size, Workload workload, long seconds, Settings settings, Problems problems) {
    long loaded = Math.max(workload.recordCount(), workload.insertStart() + workload.loadCount());
    double most = loaded + (double) seconds * MOST_PER_SECOND;
    int digits = (int) Math.ceil(Math.log10(most));
    if (digits > size) {
      problems.add(
          settings.whereIs(WorkloadSettings.KEY_SIZE),
          ("keysize=%s is too small for inserts limited by time only: their numbers may have"
                  + " %s digits; set keysize to %s or more, or operationcount and warmupcount.")
              .formatted(size, digits, digits));
    }
  }
}
