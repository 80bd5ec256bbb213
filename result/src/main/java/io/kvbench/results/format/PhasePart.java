package io.kvbench.results.format;

import io.kvbench.core.operation.OperationType;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The measurements of a part of a phase.
 *
 * @param wallNanos how long that part was
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
    return sum(OperationResult::count);
  }

  public long errorCount() {
    return sum(OperationResult::errorCount);
  }

  private long sum(ToLongFunction<OperationResult> count) {
    return operations.entrySet().stream()
        .filter(entry -> !entry.getKey().isComposite())
        .mapToLong(entry -> count.applyAsLong(entry.getValue()))
        .sum();
  }
}
