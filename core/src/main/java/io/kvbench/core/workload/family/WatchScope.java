package io.kvbench.core.workload.family;

/** The scope of each watcher. */
public enum WatchScope {
  /** One record. */
  RECORD,
  /** All records. */
  ALL
}
