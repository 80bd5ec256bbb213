package io.kvbench.core.consistency;

/** The consistency that a system promises for reads of one mode, strongest first. */
public enum Promise {
  /** A read returns the last write that ended before it began, or a later one. */
  LINEARIZABLE,
  /** As {@link #LINEARIZABLE}, except while a leader is replaced. */
  LEASE,
  /** A session sees its own writes, and never an older state than before. */
  SESSION,
  /** A read returns a state that the store had at some time. */
  PREFIX,
  /** A read returns some value that was written to its key. */
  ANY;

  /** Returns whether reads must be in one order with the writes and their times. */
  boolean isStrong() {
    return this == LINEARIZABLE || this == LEASE;
  }

  /** Returns whether a session's operations must follow the order of versions. */
  boolean ordersSessions() {
    return this == LINEARIZABLE || this == LEASE || this == SESSION;
  }

  /** Returns whether all parts of a read must be of one state, if the read promises that. */
  boolean hasStates() {
    return this != ANY;
  }
}
