package io.kvbench.core.server;

/**
 * A server cannot be started as requested. The message tells the user what was found and what to
 * do.
 */
public final class ServerException extends Exception {
  private static final long serialVersionUID = 1L;

  /** With a message that is a sentence. */
  public ServerException(String message) {
    super(message);
  }

  /** With a message that is a sentence, and the cause for the log. */
  public ServerException(String message, Throwable cause) {
    super(message, cause);
  }
}
