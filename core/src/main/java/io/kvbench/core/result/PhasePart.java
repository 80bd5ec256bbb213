package io.kvbench.core.result;

import io.kvbench.core.operation.OperationType;
import java.util.Map;

/**
 * What was measured in a part of a phase.
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
}
