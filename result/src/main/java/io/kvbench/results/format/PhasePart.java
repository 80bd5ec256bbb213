package io.kvbench.results.format;

import io.kvbench.core.operation.OperationType;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The measurements of a part of a phase.
 *
 * @param operations that ended in it, by type
 * @param lag of the operations that ended in it
 */
public record PhasePart(
    long wallNanos, Map<OperationType, OperationResult> operations, TimeResult lag) {
  public PhasePart {
    operations = Map.copyOf(operations);
  }

  /** Returns how many operations ended in it, composites by their parts. */
  public long operationCount() {
    return sum(operations, OperationResult::count);
  }

  public long errorCount() {
    return sum(operations, OperationResult::errorCount);
  }

  /** Returns a sum over operations without composites. */
  static long sum(
      Map<OperationType, OperationResult> operations, ToLongFunction<OperationResult> count) {
    return operations.entrySet().stream()
        .filter(entry -> !entry.getKey().isComposite())
        .mapToLong(entry -> count.applyAsLong(entry.getValue()))
        .sum();
  }
}
