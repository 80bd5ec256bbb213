package io.kvbench.core.operation;

import java.nio.ByteBuffer;

/**
 * The receiver of the records in an answer to a scan, a range or a read transaction, in the order
 * of the answer. For the thread that completes the operation, before it does; an answer of which
 * the rest is unreadable then fails. Does not throw.
 */
public interface FoundRecords {
  /**
   * The answer has a record. The bytes are read only during the call.
   *
   * @param key without the binding's prefix; that of the operation if it names the record
   * @param value the bytes from position to limit; empty if only keys were requested
   * @param version the order of the record's last write, as in {@code Completion.found}; 0 if the
   *     answer does not have it
   */
  void found(Key key, ByteBuffer value, long version);

  /** The answer says that a record of a read transaction does not exist. */
  void missing(Key key);
}
