package io.kvbench.runner.cluster;

/**
 * A failure to find or start servers. The message is for the user: what was tried, what happened,
 * what to do.
 */
public final class ClusterException extends Exception {
  private static final long serialVersionUID = 1L;

  public ClusterException(String message) {
    super(message);
  }

  public ClusterException(String message, Throwable cause) {
    super(message, cause);
  }
}
