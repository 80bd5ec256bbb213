package io.kvbench.core.operation;

import java.util.Optional;

/**
 * The result of one operation of a {@link Composite}.
 *
 * @param version the version or handle in the answer, if there was one and the composite uses
 *     answers; otherwise 0
 * @param snapshot the version of the whole store in the answer to a {@link Operation.SnapshotRead};
 *     otherwise 0
 * @param last the key of the last record in the answer to a range, if the binding passed it on and
 *     the composite uses answers
 * @param records the number of records in the answer to a range, if the composite uses answers;
 *     otherwise 0
 * @param sentNanos when the operation was sent, by the clock of the engine
 * @param doneNanos when it ended
 */
public record StepResult(
    Status status,
    long version,
    long snapshot,
    Optional<Key> last,
    int records,
    long sentNanos,
    long doneNanos) {

  /** Returns a result whose answer contains only a version or handle. */
  public static StepResult of(Status status, long version) {
    return new StepResult(status, version, 0, Optional.empty(), 0, 0, 0);
  }
}
