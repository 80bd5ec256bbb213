package io.kvbench.core.operation;

/** The required consistency of a read. */
public enum ReadConsistency {
  /** The default of the system's own client. */
  DEFAULT,
  /** Sees every write that was acknowledged before the read was sent. */
  LINEARIZABLE,
  /** May be answered by any node from its local state. */
  STALE
}
