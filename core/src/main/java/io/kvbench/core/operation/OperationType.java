package io.kvbench.core.operation;

import java.util.EnumSet;
import java.util.Set;

/** The names under which operations are counted and timed, in code, files and reports. */
public enum OperationType {
  INSERT,
  READ,
  UPDATE,
  COMPARE_AND_SET,
  DELETE,
  SCAN,
  TRANSACTION,
  WATCH,
  /** A composite: its read and its update are also counted under their own types. */
  READ_MODIFY_WRITE,
  /** A composite: its read and its compare-and-set are also counted under their own types. */
  READ_COMPARE_AND_SET;

  /**
   * Returns whether this covers several operations, and must be excluded from sums over operations.
   */
  public boolean isComposite() {
    return this == READ_MODIFY_WRITE || this == READ_COMPARE_AND_SET;
  }

  /** Returns the types of its parts: itself, unless it is a composite. */
  public Set<OperationType> parts() {
    return switch (this) {
      case READ_MODIFY_WRITE -> EnumSet.of(READ, UPDATE);
      case READ_COMPARE_AND_SET -> EnumSet.of(READ, COMPARE_AND_SET);
      case INSERT, READ, UPDATE, COMPARE_AND_SET, DELETE, SCAN, TRANSACTION, WATCH ->
          EnumSet.of(this);
    };
  }
}
