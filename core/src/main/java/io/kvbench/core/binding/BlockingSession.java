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

  /** Some exceptions, such as {@link java.util.concurrent.TimeoutException}, say it all by name. */
  private static String message(Exception exception) {
    String message = exception.getMessage();
    return message == null ? exception.getClass().getSimpleName() : message;
  }

  /**
   * Carries an operation out and completes it, or throws: one of the two, once.
   *
   * @throws Exception whatever the client library throws; its message is counted, so it has to be
   *     the same for the same cause
   */
  protected abstract void perform(Operation operation, Completion completion) throws Exception;

  /**
   * Returns the kind of error that an exception out of {@link #perform} stands for; {@link
   * ErrorKind#OTHER} where none fits.
   */
  protected abstract ErrorKind errorKind(Exception exception);
}
