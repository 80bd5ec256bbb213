package io.kvbench.core.binding;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;

/**
 * A session for a client library that blocks its caller: the answer is there when {@link #perform}
 * returns. The caller is a virtual thread, so blocking is cheap unless the library waits inside
 * {@code synchronized} on a JDK before 24.
 */
public abstract class BlockingSession implements Session {

  @Override
  public final void submit(Operation operation, Completion completion) {
    try {
      perform(operation, completion);
    } catch (InterruptedException e) {
      completion.failed(ErrorKind.ABANDONED, "interrupted");
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      completion.failed(errorKind(e), message(e));
    }
  }

  /**
   * Some exceptions, such as {@link java.util.concurrent.TimeoutException}, have no message, only a
   * name.
   */
  private static String message(Exception exception) {
    String message = exception.getMessage();
    return message == null ? exception.getClass().getSimpleName() : message;
  }

  /**
   * Performs an operation and either completes it, once, or throws.
   *
   * @throws Exception any exception of the client library; messages are counted, so the same cause
   *     must have the same message
   */
  protected abstract void perform(Operation operation, Completion completion) throws Exception;

  /**
   * Returns the error kind of an exception from {@link #perform}; {@link ErrorKind#OTHER} if no
   * other kind fits.
   */
  protected abstract ErrorKind errorKind(Exception exception);
}
