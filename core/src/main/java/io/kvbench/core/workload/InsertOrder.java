package io.kvbench.core.workload;

/** How the number of a record becomes its key. */
public enum InsertOrder {
  /** Through a hash, so that records inserted one after the other lie far apart. */
  HASHED,
  /** As it is, so that records are inserted in the order of their keys. */
  ORDERED
}
