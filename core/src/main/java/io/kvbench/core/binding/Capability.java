package io.kvbench.core.binding;

import java.util.Arrays;
import java.util.Optional;

/**
 * A feature of a system that a workload may need. Declared by bindings and checked during planning.
 * The order of constants is that of columns in tables, and nothing else.
 */
public enum Capability {
  INSERT(Group.RECORDS, "insert", "inserts"),
  READ_DEFAULT(Group.RECORDS, "read, default", "reads with the system's default consistency"),
  READ_LINEARIZABLE(Group.RECORDS, "read, linearizable", "linearizable reads"),
  READ_STALE(Group.RECORDS, "read, stale", "stale reads"),
  UPDATE(Group.RECORDS, "update", "updates"),
  DELETE(Group.RECORDS, "delete", "deletes"),
  SCAN(Group.RECORDS, "scan", "scans in key order"),
  COMPARE_AND_SET(Group.RECORDS, "compare-and-set", "compare-and-set"),
  RANGE_ALL(Group.RANGES, "all records", "ranges over all records"),
  RANGE_PREFIX(Group.RANGES, "prefix", "ranges over the records with a prefix"),
  RANGE_FROM(Group.RANGES, "from a key", "ranges from a start key on"),
  RANGE_RECORDS(Group.RANGES, "whole records", "ranges of whole records"),
  RANGE_KEYS(Group.RANGES, "keys only", "ranges of keys without values"),
  RANGE_COUNT(Group.RANGES, "count", "counts of the records in a range"),
  RANGE_LIMIT(Group.RANGES, "limit", "ranges with a limit"),
  RANGE_DESCENDING(Group.RANGES, "descending", "ranges in descending order"),
  TRANSACTION(Group.RECORDS, "transaction", "transactions"),
  TRANSACTION_GUARD(
      Group.RECORDS, "guard", "transactions with guards on records that they do not write"),
  READ_TRANSACTION(Group.RECORDS, "read transaction", "read transactions"),
  SNAPSHOT(Group.RECORDS, "snapshot reads", "reads at one version of the whole store"),
  WATCH(Group.RECORDS, "watch", "watches"),
  ONE_SHOT_READ(Group.ONE_SHOT, "one-shot read", "one-shot reads"),
  ONE_SHOT_SESSION(
      Group.ONE_SHOT, "one-shot session", "one-shot reads with a session each", ONE_SHOT_READ),
  WATCHER(Group.WATCHERS, "record watchers", "watchers of a record"),
  WATCHER_ALL(Group.WATCHERS, "store watchers", "watchers of all records", WATCHER),
  WATCHER_SHORT(
      Group.WATCHERS,
      "values under 8 bytes",
      "watchers of records with values under 8 bytes",
      WATCHER),
  WATCHER_ONCE(Group.WATCHERS, "one-shot", "one-shot watches that are set again", WATCHER),
  WATCHER_REPLAY(Group.WATCHERS, "from an earlier version", "watches from an earlier version"),
  LOCK(Group.COORDINATION, "lock", "locks"),
  ELECTION(Group.COORDINATION, "election", "elections"),
  FENCED_UPDATE(Group.COORDINATION, "fenced update", "updates that require a lock"),
  LEASE(Group.COORDINATION, "lease", "leases"),
  LEASE_KEEPALIVE(Group.COORDINATION, "keepalive", "lease keepalives"),
  LEASE_TTL(Group.COORDINATION, "remaining TTL", "queries of the remaining time of leases"),
  LEASE_EXPIRY(Group.COORDINATION, "lease expiry", "leases that are left to expire"),
  MEMBERSHIP(Group.COORDINATION, "group membership", "group membership");

  /** The subject of capabilities: they are declared, and shown in tables, together. */
  public enum Group {
    RECORDS,
    RANGES,
    ONE_SHOT,
    WATCHERS,
    /** Locks, elections, leases and groups. */
    COORDINATION
  }

  private final Group group;
  private final String column;
  private final String title;
  private final Optional<Capability> whole;

  Capability(Group group, String column, String title) {
    this(group, column, title, Optional.empty());
  }

  /** A part of another capability: a system that lacks the whole lacks it for the same reason. */
  Capability(Group group, String column, String title, Capability whole) {
    this(group, column, title, Optional.of(whole));
  }

  Capability(Group group, String column, String title, Optional<Capability> whole) {
    this.group = group;
    this.column = column;
    this.title = title;
    this.whole = whole;
  }

  public Group group() {
    return group;
  }

  /** Returns the heading of its column in the table of its group. */
  public String column() {
    return column;
  }

  /** Returns a name that continues "the system cannot do ...". */
  public String title() {
    return title;
  }

  /** Returns the capability without which a system cannot have it; empty if it needs no other. */
  public Optional<Capability> whole() {
    return whole;
  }

  /** Returns those of ranges. */
  public static Capability[] ranges() {
    return of(Group.RANGES);
  }

  /** Returns those of one-shot reads. */
  public static Capability[] oneShot() {
    return of(Group.ONE_SHOT);
  }

  /** Returns those of watchers. */
  public static Capability[] watchers() {
    return of(Group.WATCHERS);
  }

  /** Returns those of locks, elections, leases and groups. */
  public static Capability[] coordination() {
    return of(Group.COORDINATION);
  }

  private static Capability[] of(Group group) {
    return Arrays.stream(values()).filter(each -> each.group == group).toArray(Capability[]::new);
  }
}
