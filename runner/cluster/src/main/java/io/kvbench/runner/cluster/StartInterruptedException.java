package io.kvbench.runner.cluster;

/**
 * An interruption of the caller while servers were starting. The message is for the user: which
 * server had not answered, for how long, and what its log says, since nothing is left behind.
 */
public final class StartInterruptedException extends InterruptedException {
  private static final long serialVersionUID = 1L;

  public StartInterruptedException(String message, InterruptedException cause) {
    super(message);
    initCause(cause);
  }
}
