package io.kvbench.reports.compare;

import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Population;
import io.kvbench.results.figure.Unit;

/** Rows that a difference between runs makes incomparable together. */
public enum RowGroup {
  /** The requested amount of work, which is no result. */
  WORK,
  /** The duration. */
  DURATION,
  THROUGHPUT,
  /** Response times. */
  TIMES,
  ERRORS,
  /** Bytes and requests to disks and networks, summed over the run. */
  TRAFFIC,
  /** Processors and memory. */
  USAGE,
  /** The cost of an operation or a byte. */
  COST,
  /** Space on disk. */
  SPACE;

  static RowGroup of(Metric metric) {
    return metric.population() == Population.KVBENCH
        ? COST
        : metric.unit() == Unit.PER_SECOND ? THROUGHPUT : TIMES;
  }
}
