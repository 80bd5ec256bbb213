package io.kvbench.runner.run.fault;

/** What can be done to a server. */
public enum FaultAction {
  /** Ends its process at once, as a crash would. */
  KILL("killed"),
  /** Stops its process in its tracks: it answers nothing and keeps its connections. */
  PAUSE("paused"),
  /** Lets a paused one go on. */
  RESUME("resumed"),
  /** Starts a killed one again, with the files that it had. */
  RESTART("restarted");

  private final String done;

  FaultAction(String done) {
    this.done = done;
  }

  /** Returns what a server is after it. */
  String done() {
    return done;
  }

  /** Returns whether it takes a server away from the others. */
  boolean isLoss() {
    return this == KILL || this == PAUSE;
  }
}
