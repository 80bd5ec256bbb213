package io.kvbench.core.operation;

/** A definite answer of the store to a well-formed operation. */
public enum Outcome implements Status {
  /** The operation succeeded. */
  OK,
  /** The record does not exist. */
  NOT_FOUND,
  /** An insert met an existing record. */
  ALREADY_EXISTS,
  /**
   * A compare-and-set met a record that had been written since it was read, or a watch reported
   * another client's write instead of its own.
   */
  CONFLICT
}
