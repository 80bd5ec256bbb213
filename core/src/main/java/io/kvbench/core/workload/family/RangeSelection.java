package io.kvbench.core.workload.family;

/** The selection of the records that the ranges of a workload cover. */
public enum RangeSelection {
  ALL,
  PREFIX,
  FROM,
  BETWEEN
}
