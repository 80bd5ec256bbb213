package io.kvbench.runner.sidecar;

/** There is not exactly one process to watch; the message tells the user. */
public final class TargetException extends Exception {
  private static final long serialVersionUID = 1L;

  TargetException(String message) {
    super(message);
  }
}
