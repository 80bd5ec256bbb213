package io.kvbench.runner.suite;

/** How many runs of a suite the servers that kvbench starts are for. */
enum ServerSharing {
  /** For one. */
  RUN,
  /** For all runs that need the same ones. */
  SHARED
}
