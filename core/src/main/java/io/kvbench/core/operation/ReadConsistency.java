package io.kvbench.core.operation;

/** How fresh a read has to be. */
public enum ReadConsistency {
  /** What the system does when its client is not told anything. */
  DEFAULT,
  /** Sees every write that was acknowledged before the read was sent. */
  LINEARIZABLE,
  /** May be answered by any node from what it happens to know. */
  STALE
}
