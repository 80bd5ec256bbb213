package io.kvbench.core.binding;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Outcome;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The callback that receives the end of one operation, exactly once, from any thread. The time of
 * the call is the time of the answer, so a binding calls it first and cleans up afterwards. A
 * second call is ignored and counted as a bug in the binding. None of the methods blocks or throws.
 */
public interface Completion {

  /**
   * The store answered. A read that found a record is answered with {@link #found} instead, a scan
   * with {@link #scanned}, an applied write with {@link #wrote} if its version is in the answer.
   */
  void succeeded(Outcome outcome);

  /**
   * The store applied a write or a transaction, which counts as {@link Outcome#OK}, and its answer
   * has the version. A binding that would need another request for it calls {@link #succeeded}.
   *
   * @param version the order of the write: greater than that of every earlier write of the record,
   *     and equal to the one with which it is {@linkplain #found(ByteBuffer, long, long, long)
   *     found}; the same for all writes of a transaction
   */
  default void wrote(long version) {
    succeeded(Outcome.OK);
  }

  /**
   * The store answered a read with a value, which counts as {@link Outcome#OK}. The bytes are read
   * only during the call.
   *
   * @param value the bytes from position to limit
   * @param token the version that a {@link io.kvbench.core.operation.Operation.CompareAndSet} of
   *     this session must give to succeed while the record is unchanged; meaningless if the system
   *     has no compare-and-set
   */
  void found(ByteBuffer value, long token);

  /**
   * The store answered a read, as {@link #found(ByteBuffer, long)}, with a version.
   *
   * @param version the order of the record's last write: greater than that of every earlier write
   *     of the record, also after it was deleted and inserted again; 0 if the answer does not have
   *     it
   * @param snapshot the version of the whole store that a {@link
   *     io.kvbench.core.operation.Operation.SnapshotRead} has read; otherwise 0
   */
  default void found(ByteBuffer value, long token, long version, long snapshot) {
    found(value, token);
  }

  /**
   * Returns the receiver of the records of a scan, a range or a read transaction, to be called
   * before {@link #scanned} or {@link #ranged}; null if no one needs them, so that they need not be
   * decoded.
   */
  default @Nullable FoundRecords receiver() {
    return null;
  }

  /**
   * The store answered a scan, a range or a read transaction, which counts as {@link Outcome#OK},
   * or as {@link Outcome#NOT_FOUND} if there was no record. Their contents go to {@link #receiver}.
   * A binding that cannot count them calls {@link #succeeded}: its scans are not checked for
   * missing records.
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
