package io.kvbench.core.trace;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;

/**
 * One key of a request, with its type of operation and the size of its value.
 *
 * @param type the request's type, or in a transaction that of the part
 * @param valueBytes the size of the written value; {@link #NONE} if there was none
 */
public record TracedPart(OperationType type, Key key, int valueBytes) {
  /** No value was written, or its size is unknown. */
  public static final int NONE = -1;

  /** The size of keys and values that no trace holds. */
  static final int MOST_BYTES = 1 << 27;

  public TracedPart {
    checkSize(valueBytes);
  }

  /** A size that no trace can hold would make the whole trace unreadable. */
  static void checkSize(int bytes) {
    if (bytes < NONE || bytes >= MOST_BYTES) {
      throw new IllegalArgumentException("a value of " + bytes + " bytes");
    }
  }

  /** Returns the same part with another key. */
  TracedPart with(Key other) {
    return new TracedPart(type, other, valueBytes);
  }
}
