package io.kvbench.core.operation;

/** The names under which operations are counted and timed, in code, files and reports. */
public enum OperationType {
  INSERT,
  READ,
  UPDATE,
  DELETE,
  SCAN,
  /** A composite: its read and its update are counted under their own names too. */
  READ_MODIFY_WRITE;

  /**
   * Returns whether this is measured over several operations, so that it must not be added to sums
   * over operations.
   */
  public boolean isComposite() {
    return this == READ_MODIFY_WRITE;
  }
}
