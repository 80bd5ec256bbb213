package io.kvbench.core.workload;

/** The kind of write by the owner of a lock. */
public enum LockWrite {
  FENCED,
  PLAIN
}
