package io.kvbench.core.plan;

import java.util.Locale;

/** The phases of a run, in order. */
public enum PhaseName {
  /** Fills the store with the records that the workload works on. */
  LOAD,
  /** The same work as the run, measured separately and not part of its figures. */
  WARMUP,
  /** The measured run itself. */
  RUN,
  /** One of many short runs of a search, each with another rate or number of clients. */
  PROBE;

  /** Returns the name as used in files. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
