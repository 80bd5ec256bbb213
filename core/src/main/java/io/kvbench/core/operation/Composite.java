package io.kvbench.core.operation;

import java.util.Optional;

/**
 * A request of several operations, each of which may depend on the answers before it. The engine
 * submits one after the other, so a binding never sees a composite. The number of operations may
 * depend on the answers. Immutable and safe for any thread.
 */
public non-sealed interface Composite extends Request {

  /**
   * Returns the type under which all operations together are measured; they are not if it is that
   * of each of them.
   */
  OperationType type();

  Operation first();

  /** Begins an execution, whose first operation is {@link #first}. */
  Steps start();

  /** Returns whether {@link Steps#next} uses more of an answer than its status. */
  default boolean usesAnswers() {
    return false;
  }

  /** One execution of a composite; for one thread. */
  @FunctionalInterface
  interface Steps {

    /**
     * Returns the next operation; empty if there is none. Called once for each operation, in order,
     * when it has ended.
     *
     * @param step the number of the operation that has ended, from 0
     */
    Optional<Operation> next(int step, StepResult result, Witness witness);

    /** Returns how long to wait before the operation that {@link #next} returned last is sent. */
    default long holdNanos() {
      return 0;
    }

    /** Returns the status of the request, given the status of its last operation. */
    default Status status(Status last) {
      return last;
    }
  }
}
