package io.kvbench.core.binding;

/**
 * A feature of a system that a workload may need. Declared by bindings and checked during planning.
 */
public enum Capability {
  INSERT("inserts"),
  READ_DEFAULT("reads with the system's default consistency"),
  READ_LINEARIZABLE("linearizable reads"),
  READ_STALE("stale reads"),
  UPDATE("updates"),
  DELETE("deletes"),
  SCAN("scans in key order"),
  COMPARE_AND_SET("compare-and-set"),
  TRANSACTION("transactions"),
  WATCH("watches");

  private final String title;

  Capability(String title) {
    this.title = title;
  }

  /** Returns a name that continues "the system cannot do ...". */
  public String title() {
    return title;
  }
}
