package io.kvbench.core.plan;

import java.util.Locale;

/** The parts of a run, in their order. */
public enum PhaseName {
  /** Fills the store with the records that the workload works on. */
  LOAD,
  /** The same work as the run, measured apart and not part of its figures. */
  WARMUP,
  /** What the run is about. */
  RUN,
  /** One of many short runs of a search, each with another rate or number of clients. */
  PROBE;

  /** Returns the name as it stands in files. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
