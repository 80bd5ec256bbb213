package io.kvbench.core.workload.family;

import io.kvbench.core.operation.CriticalSection;
import io.kvbench.core.operation.CriticalSection.Fate;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.LeaseCycle;
import io.kvbench.core.operation.LeaseLifetime;
import io.kvbench.core.operation.Membership;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Operation.Ownership;
import io.kvbench.core.operation.Value;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;

/** The common parameters of the locks, elections, leases and groups of a workload. Immutable. */
public record CoordinationShape(
    int locks,
    Duration lockTtl,
    Duration patience,
    Duration hold,
    boolean fenced,
    double dies,
    double pauses,
    Duration pause,
    int leases,
    Duration leaseTtl,
    boolean query,
    int groups,
    Duration stay) {

  /**
   * Part of the names of leased records and members, so that they differ from those left by another
   * process.
   */
  public static final String PROCESS =
      "%07d".formatted(ThreadLocalRandom.current().nextInt(10_000_000));

  public static CoordinationShape from(Settings settings) {
    return new CoordinationShape(
        settings.get(CoordinationSettings.LOCKS),
        settings.get(CoordinationSettings.LOCK_TTL),
        settings.get(CoordinationSettings.LOCK_WAIT),
        settings.get(CoordinationSettings.LOCK_HOLD),
        settings.get(CoordinationSettings.LOCK_WRITE) == LockWrite.FENCED,
        settings.get(CoordinationSettings.LOCK_DIES),
        settings.get(CoordinationSettings.LOCK_PAUSES),
        settings.get(CoordinationSettings.LOCK_PAUSE),
        settings.get(CoordinationSettings.LEASES),
        settings.get(CoordinationSettings.LEASE_TTL),
        settings.get(CoordinationSettings.LEASE_QUERY),
        settings.get(CoordinationSettings.GROUPS),
        settings.get(CoordinationSettings.GROUP_STAY));
  }

  /** Returns how many of the leases one of several clients has; at least one. */
  public int leases(int client, int clients) {
    return Math.max(1, leases / clients + (client < leases % clients ? 1 : 0));
  }

  public CriticalSection criticalSection(
      Ownership ownership, int lock, Key record, Value value, SplittableRandom random) {
    String name = ownership == Ownership.LOCK ? "lock" : "election";
    return new CriticalSection(
        new Operation.Lock(Key.of(name + lock), ownership, lockTtl, patience),
        record,
        value,
        fenced,
        hold.toNanos(),
        fate(random),
        pause.toNanos());
  }

  private Fate fate(SplittableRandom random) {
    if (dies + pauses == 0) {
      return Fate.RELEASES;
    }
    double drawn = random.nextDouble();
    if (drawn < dies) {
      return Fate.DIES;
    }
    return drawn < dies + pauses ? Fate.PAUSES : Fate.RELEASES;
  }

  public LeaseCycle leaseCycle(Key record, Value value) {
    return new LeaseCycle(leaseTtl, record, value, query);
  }

  /** A system may keep a lease alive for twice as long before it checks again. */
  public LeaseLifetime leaseLifetime(Key record, Value value) {
    return new LeaseLifetime(leaseTtl, record, value, leaseTtl.multipliedBy(3));
  }

  /** Returns the key of a group, counted from 0. */
  public static Key group(int number) {
    return Key.of("group" + number);
  }

  public Membership membership(Key member, Value value, SplittableRandom random) {
    return new Membership(group(random.nextInt(groups)), member, value, leaseTtl, stay.toNanos());
  }
}
