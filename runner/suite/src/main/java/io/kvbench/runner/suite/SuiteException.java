package io.kvbench.runner.suite;

/** A suite that cannot go on. The message is for the user: what is wrong and what to do. */
public final class SuiteException extends Exception {
  private static final long serialVersionUID = 1L;

  SuiteException(String message) {
    super(message);
  }
}
