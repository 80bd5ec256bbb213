package io.kvbench.runner.suite;

/** The sharing of the servers that kvbench starts between the runs of a suite. */
enum ServerSharing {
  /** For one. */
  RUN,
  /** For all runs that need the same ones. */
  SHARED
}
