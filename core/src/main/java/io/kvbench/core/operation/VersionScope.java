package io.kvbench.core.operation;

/** The scope in which versions of records can be compared. */
public enum VersionScope {
  /** The system returns no versions. */
  NONE,
  /** Versions of one key, which may start again after a deletion. */
  KEY,
  /** Versions of the whole store, in the order in which it applied writes. */
  STORE
}
