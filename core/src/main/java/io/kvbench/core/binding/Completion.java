package io.kvbench.core.binding;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import java.nio.ByteBuffer;

/**
 * Receives the end of one operation, exactly once, from any thread. The time of the call is the
 * time of the answer, so a binding calls it first and cleans up afterwards. A second call is
 * ignored and counted as a defect of the binding. None of the methods blocks or throws.
 */
public interface Completion {

  /**
   * The store answered. A read that found a record is answered with {@link #found} instead, a scan
   * with {@link #scanned}.
   */
  void succeeded(Outcome outcome);

  /**
   * The store answered a read with a value, which counts as {@link Outcome#OK}. The bytes are only
   * looked at during the call.
   *
   * @param value the bytes from position to limit
   * @param version what a {@link io.kvbench.core.operation.Operation.CompareAndSet} of this session
   *     has to give so that it succeeds as long as nobody else writes the record; of no meaning
   *     where the system has no compare-and-set
   */
  void found(ByteBuffer value, long version);

  /**
   * The store answered a scan, which counts as {@link Outcome#OK}, or as {@link Outcome#NOT_FOUND}
   * where there was no record. The records are not handed over. A binding that cannot count them
   * calls {@link #succeeded}: its scans are not checked for missing records.
   *
   * @param records how many the store returned
   */
  default void scanned(int records) {
    succeeded(records == 0 ? Outcome.NOT_FOUND : Outcome.OK);
  }

  /**
   * The store did not do what was asked.
   *
   * @param kind any but {@link ErrorKind#WRONG_VALUE}, {@link ErrorKind#UNSENT} and {@link
   *     ErrorKind#BINDING_FAULT}, which the engine gives
   * @param message what the server or the client library said, in words that are the same for the
   *     same cause: messages are counted, so no keys, no times and no secrets in them
   */
  void failed(ErrorKind kind, String message);
}
