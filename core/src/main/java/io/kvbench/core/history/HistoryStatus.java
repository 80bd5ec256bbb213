package io.kvbench.core.history;

/**
 * The result of an operation, as far as checkers need it. Files contain the ordinal: the list may
 * be extended at its end, up to 16 statuses, and never change otherwise.
 */
public enum HistoryStatus {
  /** Answered: a read with a value, a write as done. */
  OK,
  /** The record did not exist; nothing was written. */
  ABSENT,
  /** An insert met an existing record; nothing was written. */
  EXISTS,
  /** A compare-and-set or a guard met another value than expected; nothing was written. */
  REFUSED,
  /** A failure without any effect. */
  FAILED,
  /** No definite answer: a write may take effect at any time after its begin, or never. */
  UNKNOWN;

  private static final HistoryStatus[] VALUES = values();

  /** Returns the status of a code; {@link #UNKNOWN} for one of a later version. */
  static HistoryStatus of(int code) {
    return code < VALUES.length ? VALUES[code] : UNKNOWN;
  }

  /** Returns the number of the status in files. */
  @SuppressWarnings("EnumOrdinal")
  public int code() {
    return ordinal();
  }
}
