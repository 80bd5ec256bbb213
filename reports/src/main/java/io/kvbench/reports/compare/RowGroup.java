package io.kvbench.reports.compare;

/** Rows that a difference between runs makes incomparable together. */
public enum RowGroup {
  /** How much was to be done, which is no result. */
  WORK,
  /** How long it took. */
  DURATION,
  THROUGHPUT,
  /** Response times. */
  TIMES,
  ERRORS,
  /** Bytes and requests to disks and networks, summed over the run. */
  TRAFFIC,
  /** Processors and memory. */
  USAGE,
  /** What an operation or a byte cost. */
  COST,
  /** Space on disk. */
  SPACE
}
