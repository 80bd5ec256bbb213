package io.kvbench.core.measure;

/** What ended a phase. */
public enum PhaseEnd {
  /** All requests, or all of the time, that were planned. */
  PLANNED,
  /** Somebody asked to stop. */
  INTERRUPTED,
  /** The store did not answer a single operation for as long as the plan allows. */
  STORE_UNAVAILABLE
}
