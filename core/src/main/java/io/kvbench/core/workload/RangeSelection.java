package io.kvbench.core.workload;

/** Which records the ranges of a workload cover. */
public enum RangeSelection {
  ALL,
  PREFIX,
  FROM,
  BETWEEN
}
