package io.kvbench.runner.run;

import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import java.util.OptionalLong;

/** The records that a run finds in the store, as its plan expects them or not. */
record RecordsBefore(RunPlan plan, ClusterRecord cluster, RunListener listener) {
  /** Without a load phase, requests meet the records that are there before the run. */
  void sayWhatIsMissing() {
    OptionalLong before = cluster.keysBefore();
    boolean loads = plan.phases().stream().anyMatch(phase -> phase.name() == PhaseName.LOAD);
    long expected = plan.workload().loadCount();
    if (loads || expected == 0 || before.isEmpty() || !plan.workload().reads()) {
      return;
    }
    if (before.getAsLong() == 0) {
      listener.note(
          "the store is empty, and -t loads nothing: run -load first, or omit -t. Reads of the "
              + expected
              + " records that the workload expects will return NOT_FOUND.");
    } else if (before.getAsLong() < expected) {
      listener.note(
          ("the store has %d of the %d records that the workload expects: reads may return"
                  + " NOT_FOUND.")
              .formatted(before.getAsLong(), expected));
    }
  }

  /** Returns whether a load phase is skipped, as the store has records already. */
  boolean replaceLoad(PhasePlan phase) {
    if (!phase.onlyIfStoreIsEmpty()) {
      return false;
    }
    cluster
        .uncountedBefore()
        .ifPresent(
            unknown ->
                listener.note(
                    "The number of records in the store is unknown ("
                        + unknown.reason()
                        + "), so the load phase runs and may overwrite existing records; skip"
                        + " it with -t."));
    long before = cluster.keysBefore().orElse(0);
    if (before == 0) {
      return false;
    }
    listener.note(
        "The store has "
            + before
            + " records already, so the load phase is skipped"
            + (before < plan.workload().loadCount()
                ? "; the workload expects "
                    + plan.workload().loadCount()
                    + ", so reads may find no record."
                : "."));
    return true;
  }
}
