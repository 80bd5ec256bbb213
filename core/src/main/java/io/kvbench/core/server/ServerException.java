package io.kvbench.core.server;

/**
 * A failure to start a server as requested. The message says for the user what was found and what
 * to do.
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
