package io.kvbench.core.binding;

import io.kvbench.core.operation.Operation;
import java.time.Duration;
import java.util.Optional;

/**
 * The session of one client, which submits its operations. Used by one virtual thread at a time,
 * with one operation in flight; an abandoned operation may still be in flight when the next one is
 * submitted or the session is closed. A waiting client parks until the completion is called, so an
 * asynchronous session never blocks.
 */
public interface Session extends AutoCloseable {

  /**
   * Sends an operation. The completion is called exactly once, by the thread that receives the
   * answer, possibly before this method returns; nothing of the operation is used after that. Must
   * not throw: failures are passed to the completion. An exception is counted as {@link
   * io.kvbench.core.operation.ErrorKind#BINDING_FAULT}, a bug in the binding.
   *
   * <p>The engine waits for an answer until the phase ends, so a binding must have its own timeout
   * for every operation and complete it with {@link io.kvbench.core.operation.ErrorKind#TIMEOUT}
   * when it expires.
   *
   * <p>On the hot path: allocations and locks here are measured as the store's time. The operation
   * with its key and value may be kept; the completion is for this operation alone.
   *
   * @param completion may be called from within, from this thread or from any other
   */
  void submit(Operation operation, Completion completion);

  /**
   * Waits until the session is usable again after an operation failed with an error that
   * {@linkplain io.kvbench.core.operation.ErrorKind#breaksSession() breaks sessions}. The time is
   * accounted as reconnecting. Returns in any case after {@code limit}: the next operation then
   * shows whether the session works.
   *
   * @param limit how long to wait at most
   * @throws InterruptedException if the run ends meanwhile
   */
  default void recover(Duration limit) throws InterruptedException {}

  /**
   * Returns the server that answers this session's requests at this moment, by the endpoint that
   * the binding was given; empty if unknown, or if the system itself decides which server handles a
   * request. May be called from any thread.
   */
  default Optional<String> server() {
    return Optional.empty();
  }

  /**
   * Ends the client's view; the shared connections stay open. Called once, and never blocks long.
   */
  @Override
  default void close() {}
}
