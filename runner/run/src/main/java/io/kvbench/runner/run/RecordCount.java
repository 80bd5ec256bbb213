package io.kvbench.runner.run;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult.StoreCheck;
import io.kvbench.results.format.RunResult.Unreported;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToLongFunction;

/**
 * The number of records that a run should leave in the store, by its answers. Transactions and
 * watches update records, so they neither make nor remove any.
 *
 * @param loaded whether there was a load phase
 */
record RecordCount(RunPlan plan, List<PhaseResult> phases, boolean loaded) {

  /** Returns the comparison with the store; empty where its records were not counted. */
  Optional<StoreCheck> check(OptionalLong keysBefore, OptionalLong keysFound) {
    if (keysFound.isEmpty() || keysBefore.isEmpty()) {
      return Optional.empty();
    }
    long inserted = count(OperationType.INSERT, OperationResult::okCount);
    long deleted = count(OperationType.DELETE, OperationResult::okCount);
    long uncertain =
        count(OperationType.INSERT, OperationResult::doubtfulCount)
            + count(OperationType.DELETE, OperationResult::doubtfulCount);
    long before = keysBefore.getAsLong();
    StoreCheck told =
        new StoreCheck(
            keysFound.getAsLong(),
            before,
            before + inserted - deleted,
            uncertain,
            OptionalLong.empty(),
            Optional.empty());
    return Optional.of(plan.system().blindWrites() ? blind(told, inserted, deleted) : told);
  }

  /** Adds what writes leave open that do not report whether there was a record. */
  private StoreCheck blind(StoreCheck told, long inserted, long deleted) {
    long before = told.keysBefore();
    long created = told.keysFound() - told.keysAcknowledged() - told.keysUncertain() - deleted;
    return new StoreCheck(
        told.keysFound(),
        before,
        told.keysAcknowledged(),
        told.keysUncertain(),
        OptionalLong.of(overwritten(before, inserted, deleted, told.keysFound())),
        Optional.of(
            new Unreported(
                Math.min(inserted, before),
                deleted + perhapsCreated(before, inserted),
                Math.max(0, created))));
  }

  /**
   * Returns how many inserts at least overwrote a record, unless records were lost: as many as the
   * records grew by less than was inserted. A delete that perhaps took place may have taken a
   * record away as well. Other than those that were there before, no record is inserted twice.
   */
  private long overwritten(long before, long inserted, long deleted, long found) {
    long doubtful = count(OperationType.DELETE, OperationResult::doubtfulCount);
    long missing = before + inserted - deleted - doubtful - found;
    return Math.clamp(missing, 0, Math.min(before, inserted));
  }

  /**
   * Returns how many records updates may have created: those that the workload expects and that
   * were not there; any of them where others were there before and nothing was loaded.
   */
  private long perhapsCreated(long before, long inserted) {
    long records = plan.workload().loadCount();
    if (loaded || before <= records) {
      return Math.max(0, records - before - inserted);
    }
    return count(OperationType.TRANSACTION, OperationResult::okCount) > 0
        ? records
        : Math.min(records, count(OperationType.UPDATE, OperationResult::okCount) + watched());
  }

  /** A write whose watch event is late still counts. */
  private long watched() {
    return count(OperationType.WATCHED_UPDATE, OperationResult::okCount)
        + count(OperationType.WATCH, OperationResult::okCount)
        + count(OperationType.WATCH, OperationResult::doubtfulCount);
  }

  private long count(OperationType type, ToLongFunction<OperationResult> count) {
    return phases.stream()
        .map(phase -> phase.operations().get(type))
        .mapToLong(operation -> operation == null ? 0 : count.applyAsLong(operation))
        .sum();
  }
}
