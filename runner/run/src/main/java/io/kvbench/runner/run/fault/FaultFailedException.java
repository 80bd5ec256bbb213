package io.kvbench.runner.run.fault;

/** A failure to inject a fault; the message has the reason, for the user. */
final class FaultFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  FaultFailedException(String message) {
    super(message);
  }
}
