package io.kvbench.core.binding;

import io.kvbench.core.operation.Operation;
import java.time.Duration;

/**
 * What one client submits its operations to. Used by one thread at a time, with one operation under
 * way at a time; an operation that was abandoned may still be under way when the session is closed.
 */
public interface Session extends AutoCloseable {

  /**
   * Sends an operation. The completion is called exactly once, by whatever thread comes to know the
   * answer, also if that is before this method returns; nothing of the operation is used after
   * that. Must not throw: what goes wrong is told to the completion.
   */
  void submit(Operation operation, Completion completion);

  /**
   * Waits until the session is of use again after an operation failed with an error that
   * {@linkplain io.kvbench.core.operation.ErrorKind#breaksSession() breaks sessions}. The time is
   * accounted as reconnecting. Returns in any case when {@code limit} is over: the next operation
   * will then tell how things are.
   */
  default void recover(Duration limit) throws InterruptedException {}

  /** Ends the client's view; the shared connections stay open. */
  @Override
  default void close() {}
}
