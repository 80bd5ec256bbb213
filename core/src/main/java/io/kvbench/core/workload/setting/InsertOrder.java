package io.kvbench.core.workload.setting;

/** The mapping from the number of a record to its key, which determines the order of inserts. */
public enum InsertOrder {
  /** By hash, so that records inserted consecutively are far apart. */
  HASHED,
  /** Unchanged, so that records are inserted in key order. */
  ORDERED
}
