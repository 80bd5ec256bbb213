package io.kvbench.runner.sidecar;

/** A target that does not match exactly one process; the message tells the user. */
public final class TargetException extends Exception {
  private static final long serialVersionUID = 1L;

  TargetException(String message) {
    super(message);
  }
}
