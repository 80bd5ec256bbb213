package io.kvbench.core.result;

/** How far a run came. */
public enum RunStatus {
  /** To its planned end. */
  COMPLETE,
  /** Somebody interrupted it; what was measured until then is in the result. */
  PARTIAL,
  /** Something kept it from its planned end; what was measured until then is in the result. */
  FAILED
}
