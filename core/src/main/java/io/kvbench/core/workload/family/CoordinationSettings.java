package io.kvbench.core.workload.family;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.workload.setting.WorkloadSettings;
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
              "electionproportion", "elections (become leader, update a record, resign)", "0")
          .affecting(Affects.LOAD)
          .deciding(Fact.MIX);
  public static final Setting<Integer> LOCKS =
      Setting.integer(
              "locks", 1, 1_000_000, "Number of locks, and of elections, that clients compete for.")
          .withDefault("1")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> LOCK_TTL =
      Setting.duration(
              "lock.ttl",
              "Time to live of an owner's lease: the nominal time until a dead owner's lock is free.")
          .withDefault("10s")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> LOCK_WAIT =
      Setting.duration(
              "lock.wait",
              "Max time that a client waits for a lock; then the operation fails with TIMEOUT.")
          .withDefault("5m")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> LOCK_HOLD =
      Setting.duration("lock.hold", "Time that an owner holds a lock before it writes.")
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
              "Share of owners that pause for lock.pause without keeping their lease alive,"
                  + " and then write as if they still owned the lock.")
          .withDefault("0")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> LOCK_PAUSE =
      Setting.duration(
              "lock.pause", "Length of the pauses of lock.pauses; must be longer than lock.ttl.")
          .withDefault("30s")
          .affecting(Affects.LOAD);
  public static final Setting<Double> LEASE_KEEPALIVE_PROPORTION =
      WorkloadSettings.proportion(
              "leasekeepaliveproportion",
              "lease keepalives (each client cycles through its share of the leases)",
              "0")
          .affecting(Affects.LOAD)
          .deciding(Fact.MIX);
  public static final Setting<Double> LEASE_CYCLE_PROPORTION =
      WorkloadSettings.proportion(
              "leasecycleproportion",
              "lease cycles (grant, attach a record, keep alive, query, revoke)",
              "0")
          .affecting(Affects.LOAD)
          .deciding(Fact.MIX);
  public static final Setting<Double> LEASE_EXPIRY_PROPORTION =
      WorkloadSettings.proportion(
              "leaseexpiryproportion",
              "lease expiries (grant, attach a record, wait until it is removed)",
              "0")
          .affecting(Affects.LOAD)
          .deciding(Fact.MIX);
  public static final Setting<Integer> LEASES =
      Setting.integer(
              "leases",
              1,
              10_000_000,
              "Total number of leases that are kept alive, over all clients.")
          .withDefault("1000")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> LEASE_TTL =
      Setting.duration("lease.ttl", "Time to live of a lease, including that of a group member.")
          .withDefault("30s")
          .affecting(Affects.LOAD);
  public static final Setting<Boolean> LEASE_QUERY =
      Setting.bool("lease.query", "Query the remaining time to live in each lease cycle.")
          .withDefault("true")
          .affecting(Affects.LOAD);
  public static final Setting<Double> MEMBERSHIP_PROPORTION =
      WorkloadSettings.proportion(
              "membershipproportion",
              "group memberships (join with a lease, stay, leave), observed by watchers",
              "0")
          .affecting(Affects.LOAD)
          .deciding(Fact.MIX);
  public static final Setting<Integer> GROUPS =
      Setting.integer("groups", 1, 1_000_000, "Number of groups that members join.")
          .withDefault("1")
          .affecting(Affects.LOAD);
  public static final Setting<Duration> GROUP_STAY =
      Setting.duration("group.stay", "Time between joining and leaving a group.")
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

  /** Returns all of them, in display order. */
  public static List<Setting<?>> all() {
    return ALL;
  }
}
