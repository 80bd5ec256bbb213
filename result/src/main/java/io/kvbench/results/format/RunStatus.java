package io.kvbench.results.format;

/** The completeness of a run. */
public enum RunStatus {
  /** To its planned end. */
  COMPLETE,
  /** It was interrupted; everything measured until then is in the result. */
  PARTIAL,
  /** It ended before its planned end; everything measured until then is in the result. */
  FAILED
}
