package io.kvbench.core.workload;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;

/** The properties of locks, elections, leases and groups. */
public final class CoordinationSettings {
  public static final Setting<Double> LOCK_PROPORTION =
      WorkloadSettings.proportion(
              "lockproportion",
              "critical sections (acquire a lock, update a record under it, release it)",
              "0")
          .affecting(Affects.LOAD)
          .deciding(Fact.MIX);
  public static final Setting<Double> ELECTION_PROPORTION =
      WorkloadSettings.proportion(
              "electionproportion", "elections (lead, update a record as the leader, resign)", "0")
          .affecting(Affects.LOAD)
          .deciding(Fact.MIX);
  public static final Setting<Integer> LOCKS =
      Setting.integer(
              "locks", 1, 1_000_000, "Number of locks, and of elections, that clients compete for.")
          .withDefault("1")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> LOCK_TTL =
      Setting.duration(
              "lock.ttl", "Time to live of an owner's lease: how long a dead owner keeps its lock.")
          .withDefault("10s")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> LOCK_WAIT =
      Setting.duration("lock.wait", "How long a client waits for a lock; after that, TIMEOUT.")
          .withDefault("5m")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> LOCK_HOLD =
      Setting.duration("lock.hold", "How long an owner holds a lock before it writes.")
          .withDefault("0s")
          .affecting(Affects.LOAD);
  public static final Setting<LockWrite> LOCK_WRITE =
      Setting.choice(
              "lock.write",
              LockWrite.class,
              "Whether the write under a lock is applied only while its owner owns the lock"
                  + " (fenced), or in any case (plain).")
          .withDefault("fenced")
          .affecting(Affects.LOAD);
  public static final Setting<Double> LOCK_DIES =
      Setting.decimal("lock.dies", 0, 1, "Share of owners that die while they own the lock.")
          .withDefault("0")
          .affecting(Affects.LOAD);
  public static final Setting<Double> LOCK_PAUSES =
      Setting.decimal(
              "lock.pauses",
              0,
              1,
              "Share of owners that are paused for lock.pause, without keeping their lease alive,"
                  + " and then write as if they still owned the lock.")
          .withDefault("0")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> LOCK_PAUSE =
      Setting.duration("lock.pause", "How long a paused owner pauses; longer than lock.ttl.")
          .withDefault("30s")
          .affecting(Affects.LOAD);
  public static final Setting<Double> LEASE_KEEPALIVE_PROPORTION =
      WorkloadSettings.proportion(
              "leasekeepaliveproportion",
              "keep-alives of leases, each client's share of leases in turn",
              "0")
          .affecting(Affects.LOAD)
          .deciding(Fact.MIX);
  public static final Setting<Double> LEASE_CYCLE_PROPORTION =
      WorkloadSettings.proportion(
              "leasecycleproportion",
              "lives of leases (grant, attach a record, keep alive, query, revoke)",
              "0")
          .affecting(Affects.LOAD)
          .deciding(Fact.MIX);
  public static final Setting<Double> LEASE_EXPIRY_PROPORTION =
      WorkloadSettings.proportion(
              "leaseexpiryproportion",
              "expiries of leases (grant, attach a record, and wait until it disappears)",
              "0")
          .affecting(Affects.LOAD)
          .deciding(Fact.MIX);
  public static final Setting<Integer> LEASES =
      Setting.integer(
              "leases", 1, 10_000_000, "Number of leases that all clients together keep alive.")
          .withDefault("1000")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> LEASE_TTL =
      Setting.duration("lease.ttl", "Time to live of leases.")
          .withDefault("60s")
          .affecting(Affects.LOAD);
  public static final Setting<Boolean> LEASE_QUERY =
      Setting.bool(
              "lease.query", "Whether the life of a lease includes a query of its remaining time.")
          .withDefault("true")
          .affecting(Affects.LOAD);
  public static final Setting<Double> MEMBERSHIP_PROPORTION =
      WorkloadSettings.proportion(
              "membershipproportion",
              "memberships (join a group with a lease, stay, leave), which watchers follow",
              "0")
          .affecting(Affects.LOAD)
          .deciding(Fact.MIX);
  public static final Setting<Integer> GROUPS =
      Setting.integer("groups", 1, 1_000_000, "Number of groups that members join.")
          .withDefault("1")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> GROUP_STAY =
      Setting.duration("group.stay", "How long a member stays in its group.")
          .withDefault("0s")
          .affecting(Affects.LOAD);

  private static final List<Setting<?>> ALL =
      List.of(
          LOCK_PROPORTION,
          ELECTION_PROPORTION,
          LOCKS,
          LOCK_TTL,
          LOCK_WAIT,
          LOCK_HOLD,
          LOCK_WRITE,
          LOCK_DIES,
          LOCK_PAUSES,
          LOCK_PAUSE,
          LEASE_KEEPALIVE_PROPORTION,
          LEASE_CYCLE_PROPORTION,
          LEASE_EXPIRY_PROPORTION,
          LEASES,
          LEASE_TTL,
          LEASE_QUERY,
          MEMBERSHIP_PROPORTION,
          GROUPS,
          GROUP_STAY);

  private CoordinationSettings() {}

  /** Returns all of them, in the order in which they are shown. */
  static List<Setting<?>> all() {
    return ALL;
  }
}
