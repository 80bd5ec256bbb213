package io.kvbench.runner.suite;

/** A suite that cannot continue. The message is for the user: the error and the remedy. */
public final class SuiteException extends Exception {
  private static final long serialVersionUID = 1L;

  SuiteException(String message) {
    super(message);
  }
}
