package io.kvbench.reports.compare;

import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Population;
import io.kvbench.results.figure.Unit;

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
  SPACE;

  /** Returns the group of the rows of a figure. */
  static RowGroup of(Metric metric) {
    return metric.population() == Population.KVBENCH
        ? COST
        : metric.unit() == Unit.PER_SECOND ? THROUGHPUT : TIMES;
  }
}
