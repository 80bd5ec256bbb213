package io.kvbench.reports.content;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.plan.PhaseName;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.RunResult.StoreCheck;
import java.util.Map;

/** A run without a load phase ({@code -t}) on a store that had no records. */
final class EmptyStore {
  static final String SENTENCE = "the store was empty: run -load first, or omit -t.";

  /** Where updates create missing records, few answers are NOT_FOUND. */
  private static final double MANY = 0.05;

  private EmptyStore() {}

  /** Returns whether the store was empty, and answers were NOT_FOUND for that. */
  static boolean isMet(RunResult result) {
    return result
            .store()
            .storeCheck()
            .map(StoreCheck::keysBefore)
            .filter(keys -> keys == 0)
            .isPresent()
        && result.phases().stream().noneMatch(phase -> phase.name() == PhaseName.LOAD)
        && result.phases().stream().anyMatch(EmptyStore::misses);
  }

  private static boolean misses(PhaseResult phase) {
    long missing =
        phase.operations().entrySet().stream()
            .filter(entry -> !entry.getKey().isComposite() && !entry.getKey().coordinates())
            .mapToLong(EmptyStore::notFound)
            .sum();
    return missing > 0 && missing >= MANY * phase.operationCount();
  }

  private static long notFound(Map.Entry<OperationType, OperationResult> operation) {
    return operation.getValue().outcomes().getOrDefault(Outcome.NOT_FOUND, 0L);
  }
}
