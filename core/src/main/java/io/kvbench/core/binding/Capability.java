package io.kvbench.core.binding;

import java.util.EnumSet;

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
  RANGE_ALL("ranges over all records"),
  RANGE_PREFIX("ranges over the records with a prefix"),
  RANGE_FROM("ranges from a start key on"),
  RANGE_RECORDS("ranges of whole records"),
  RANGE_KEYS("ranges of keys without values"),
  RANGE_COUNT("counts of the records in a range"),
  RANGE_LIMIT("ranges with a limit"),
  RANGE_DESCENDING("ranges in descending order"),
  TRANSACTION("transactions"),
  TRANSACTION_GUARD("transactions with guards on records that they do not write"),
  READ_TRANSACTION("read transactions"),
  SNAPSHOT("reads at one version of the whole store"),
  WATCH("watches"),
  ONE_SHOT_READ("one-shot reads"),
  ONE_SHOT_SESSION("one-shot reads with a session each"),
  WATCHER("watchers of a record"),
  WATCHER_ALL("watchers of all records"),
  WATCHER_SHORT("watchers of records with values under 8 bytes"),
  WATCHER_ONCE("one-shot watches that are set again"),
  WATCHER_REPLAY("watches from an earlier version"),
  LOCK("locks"),
  ELECTION("elections"),
  FENCED_UPDATE("updates that require a lock"),
  LEASE("leases"),
  LEASE_KEEPALIVE("lease keepalives"),
  LEASE_TTL("queries of the remaining time of leases"),
  LEASE_EXPIRY("leases that are left to expire"),
  MEMBERSHIP("group membership");

  private final String title;

  Capability(String title) {
    this.title = title;
  }

  /** Returns a name that continues "the system cannot do ...". */
  public String title() {
    return title;
  }

  /** Returns those of ranges. */
  public static Capability[] ranges() {
    return EnumSet.range(RANGE_ALL, RANGE_DESCENDING).toArray(Capability[]::new);
  }

  /** Returns those of one-shot reads. */
  public static Capability[] oneShot() {
    return new Capability[] {ONE_SHOT_READ, ONE_SHOT_SESSION};
  }

  /** Returns those of watchers. */
  public static Capability[] watchers() {
    return EnumSet.range(WATCHER, WATCHER_REPLAY).toArray(Capability[]::new);
  }

  /** Returns those of locks, elections, leases and groups. */
  public static Capability[] coordination() {
    return EnumSet.range(LOCK, MEMBERSHIP).toArray(Capability[]::new);
  }
}
