package io.kvbench.core.operation;

/** A definite answer of the store to a well-formed operation. */
public enum Outcome implements Status {
  /** Done as asked. */
  OK,
  /** There is no record under the key. */
  NOT_FOUND,
  /** An insert met a record that was there before. */
  ALREADY_EXISTS,
  /**
   * A compare-and-set met a record that had been written since it was read, or a watch told of
   * somebody else's write instead of its own.
   */
  CONFLICT
}
