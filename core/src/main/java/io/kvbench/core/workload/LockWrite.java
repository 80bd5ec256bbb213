package io.kvbench.core.workload;

/** How an owner of a lock writes under it. */
public enum LockWrite {
  FENCED,
  PLAIN
}
