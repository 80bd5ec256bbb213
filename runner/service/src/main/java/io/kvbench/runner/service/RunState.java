package io.kvbench.runner.service;

import java.util.Locale;

/** The state of a run of the service. */
enum RunState {
  QUEUED,
  RUNNING,
  /** It is complete and has a result, regardless of its verdict. */
  DONE,
  /** A client, or the time limit, stopped it; what was measured is its result. */
  STOPPED,
  /** It ended without a complete result. */
  FAILED,
  /** The service ended while it ran. */
  INTERRUPTED;

  boolean isOver() {
    return this != QUEUED && this != RUNNING;
  }

  /** Returns the name in documents. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }

  static RunState of(String text) {
    return valueOf(text.toUpperCase(Locale.ROOT));
  }
}
