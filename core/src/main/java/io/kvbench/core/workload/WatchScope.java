package io.kvbench.core.workload;

/** What each watcher watches. */
public enum WatchScope {
  /** One record. */
  RECORD,
  /** All records. */
  ALL
}
