package io.kvbench.runner.run.fault;

/** A fault could not be carried out; the message says why, for the user. */
final class FaultFailedException extends Exception {
  private static final long serialVersionUID = 1L;

  FaultFailedException(String message) {
    super(message);
  }
}
