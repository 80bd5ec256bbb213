package io.kvbench.core.history;

import org.jspecify.annotations.Nullable;

/**
 * The kind of a record. Files contain the ordinal: the list may be extended at its end, up to 16
 * kinds, and never change otherwise.
 */
public enum HistoryKind {
  /** A read of one record. */
  READ,
  /** A write of one record, whether it existed or not. */
  WRITE,
  /** The creation of a record. */
  INSERT,
  DELETE,
  /** Followed by {@link #EXPECTED} for the same key. */
  COMPARE_AND_SET,
  /** A read of several records at one moment; followed by {@link #PART_READ}s. */
  READ_TRANSACTION,
  /** A read at an earlier version of the store; followed by {@link #SNAPSHOT_PART}s. */
  SNAPSHOT_READ,
  /** A read of several records, each at its own moment; followed by {@link #PART_READ}s. */
  SCAN,
  /** Writes and guards that are applied together; followed by their parts. */
  TRANSACTION,
  /** The delivery of a write to a watcher. */
  WATCH_EVENT,
  PART_READ,
  PART_WRITE,
  PART_INSERT,
  PART_DELETE,
  /**
   * The value that a compare-and-set expected, directly after it; or, after a write in a
   * transaction, the value that a guard on the same key expected; otherwise a guard on a key that
   * the transaction does not write.
   */
  EXPECTED,
  /** A part of a {@link #SNAPSHOT_READ}, which may be old without being stale. */
  SNAPSHOT_PART;

  private static final HistoryKind[] VALUES = values();

  /** Returns the kind of a code, or null for one of a later version. */
  static @Nullable HistoryKind of(int code) {
    return code < VALUES.length ? VALUES[code] : null;
  }

  /** Returns the number of the kind in files. */
  @SuppressWarnings("EnumOrdinal")
  public int code() {
    return ordinal();
  }

  /** Returns whether a record continues the operation of the record before it. */
  public boolean isPart() {
    return this == PART_READ
        || this == PART_WRITE
        || this == PART_INSERT
        || this == PART_DELETE
        || this == EXPECTED
        || this == SNAPSHOT_PART;
  }

  /** Returns whether the record has no key of its own, but only parts that have. */
  public boolean hasOnlyParts() {
    return this == READ_TRANSACTION || this == SNAPSHOT_READ || this == SCAN || this == TRANSACTION;
  }

  /** Returns whether the record replaces the value of its key if it takes effect. */
  public boolean writes() {
    return this == WRITE
        || this == INSERT
        || this == DELETE
        || this == COMPARE_AND_SET
        || this == PART_WRITE
        || this == PART_INSERT
        || this == PART_DELETE;
  }

  /** Returns whether the record returns the value of its key. */
  public boolean reads() {
    return this == READ || this == PART_READ;
  }
}
