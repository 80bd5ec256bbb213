package io.kvbench.core.binding;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Outcome;
import java.nio.ByteBuffer;

/**
 * The callback that receives the end of one operation, exactly once, from any thread. The time of
 * the call is the time of the answer, so a binding calls it first and cleans up afterwards. A
 * second call is ignored and counted as a bug in the binding. None of the methods blocks or throws.
 */
public interface Completion {

  /**
   * The store answered. A read that found a record is answered with {@link #found} instead, a scan
   * with {@link #scanned}.
   */
  void succeeded(Outcome outcome);

  /**
   * The store answered a read with a value, which counts as {@link Outcome#OK}. The bytes are read
   * only during the call.
   *
   * @param value the bytes from position to limit
   * @param version the version that a {@link io.kvbench.core.operation.Operation.CompareAndSet} of
   *     this session must give to succeed while the record is unchanged; meaningless if the system
   *     has no compare-and-set
   */
  void found(ByteBuffer value, long version);

  /**
   * The store answered a {@link io.kvbench.core.operation.Operation.SnapshotRead} with a value, as
   * {@link #found(ByteBuffer, long)}.
   *
   * @param snapshot the version of the whole store that was read; greater than 0
   */
  default void found(ByteBuffer value, long version, long snapshot) {
    found(value, version);
  }

  /**
   * The store answered a scan, a range or a read transaction, which counts as {@link Outcome#OK},
   * or as {@link Outcome#NOT_FOUND} if there was no record. The records are not passed on. A
   * binding that cannot count them calls {@link #succeeded}: its scans are not checked for missing
   * records.
   *
   * @param records the number of records that the store returned
   */
  default void scanned(int records) {
    succeeded(records == 0 ? Outcome.NOT_FOUND : Outcome.OK);
  }

  /**
   * The store answered a range, as {@link #scanned}.
   *
   * @param last the key of the last record in the answer, without the binding's prefix: where the
   *     next page begins
   */
  default void ranged(int records, Key last) {
    scanned(records);
  }

  /**
   * The store granted a lock or a lease, or attached a record to one, which counts as {@link
   * Outcome#OK}.
   *
   * @param handle the fencing token, handle or version that the operation's documentation names
   */
  default void granted(long handle) {
    succeeded(Outcome.OK);
  }

  /**
   * The operation failed.
   *
   * @param kind any but {@link ErrorKind#WRONG_VALUE}, {@link ErrorKind#UNSENT} and {@link
   *     ErrorKind#BINDING_FAULT}, which only the engine uses
   * @param message the message of the server or the client library. Messages are counted, so the
   *     same cause must have the same message: no keys, no times, no secrets
   */
  void failed(ErrorKind kind, String message);
}
