package io.kvbench.core.operation;

/** The freshness that a system promises for reads of one consistency, from strong to weak. */
public enum ReadPromise {
  /** Every write that was acknowledged before the read was sent. */
  LINEARIZABLE("linearizable"),
  /** The same, except during an election, when a deposed leader may still answer. */
  LEASE("linearizable except during an election"),
  /** A prefix of all writes, with those of the session and all that it has read before. */
  SESSION("the session's own writes, and never older than what it has read"),
  /** A prefix of all writes, of any age. */
  PREFIX("some earlier state"),
  /** Any value of the record, in no order. */
  ANY("any earlier value");

  private final String title;

  ReadPromise(String title) {
    this.title = title;
  }

  /** Returns a name that continues "a read returns ...". */
  public String title() {
    return title;
  }

  /** Returns whether reads must be in one order with the writes and their times. */
  public boolean isStrong() {
    return this == LINEARIZABLE || this == LEASE;
  }

  /** Returns whether a session's operations must follow the order of versions. */
  public boolean ordersSessions() {
    return isStrong() || this == SESSION;
  }

  /** Returns whether all parts of a read must be of one state, if the read promises that. */
  public boolean hasStates() {
    return this != ANY;
  }
}
