package io.kvbench.core.workload.family;

/** The kind of write by the owner of a lock. */
public enum LockWrite {
  FENCED,
  PLAIN
}
