package io.kvbench.core.measure;

/** The reason why a phase ended. */
public enum PhaseEnd {
  /** The planned requests, or the planned time, were complete. */
  PLANNED,
  /** A stop was requested. */
  INTERRUPTED,
  /** The store answered no operation for longer than the limit of the plan. */
  STORE_UNAVAILABLE
}
