package io.kvbench.runner.run.fault;

/** A fault could not be carried out; the message says why, for the user. */
final class Undone extends Exception {
  private static final long serialVersionUID = 1L;

  Undone(String message) {
    super(message);
  }
}
