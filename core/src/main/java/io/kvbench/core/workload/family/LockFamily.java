package io.kvbench.core.workload.family;

import static io.kvbench.core.workload.family.RequestKind.Trait.NEEDS_RECORD;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.CriticalSection;
import io.kvbench.core.operation.CriticalSection.Fate;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Operation.Ownership;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Value;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.key.SortedKeys;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Critical sections under locks, and under the leadership of elections. */
public final class LockFamily implements Family {

  @Override
  public List<RequestKind> kinds() {
    return List.of(
        RequestKind.of(
            OperationType.CRITICAL_SECTION, CoordinationSettings.LOCK_PROPORTION, NEEDS_RECORD),
        RequestKind.of(
            OperationType.LEADERSHIP, CoordinationSettings.ELECTION_PROPORTION, NEEDS_RECORD));
  }

  @Override
  public List<FamilyOptions> options() {
    return List.of(
        new FamilyOptions(
            List.of(
                CoordinationSettings.LOCKS,
                CoordinationSettings.LOCK_TTL,
                CoordinationSettings.LOCK_WAIT,
                CoordinationSettings.LOCK_HOLD,
                CoordinationSettings.LOCK_WRITE,
                CoordinationSettings.LOCK_DIES,
                CoordinationSettings.LOCK_PAUSES,
                CoordinationSettings.LOCK_PAUSE),
            EnumSet.of(OperationType.CRITICAL_SECTION, OperationType.LEADERSHIP),
            "the mix has no locks; set lockproportion or electionproportion",
            List.of(
                new FamilyOptions.Detail(
                    CoordinationSettings.LOCK_PAUSE,
                    settings -> settings.get(CoordinationSettings.LOCK_PAUSES) > 0,
                    "set lock.pauses to use it"))));
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.of(Capability.LOCK, Capability.ELECTION, Capability.FENCED_UPDATE);
  }

  @Override
  public void need(OperationType kind, Needs needs) {
    if (kind == OperationType.CRITICAL_SECTION) {
      needs.of(Capability.LOCK, CoordinationSettings.LOCK_PROPORTION);
    } else {
      needs.of(Capability.ELECTION, CoordinationSettings.ELECTION_PROPORTION);
    }
    needs.of(
        needs.get(CoordinationSettings.LOCK_WRITE) == LockWrite.FENCED
            ? Capability.FENCED_UPDATE
            : Capability.UPDATE,
        CoordinationSettings.LOCK_WRITE);
  }

  @Override
  public void check(OperationType kind, Conflicts conflicts) {
    Setting<Double> pauses = CoordinationSettings.LOCK_PAUSES;
    if (conflicts.get(CoordinationSettings.LOCK_DIES) + conflicts.get(pauses) > 1) {
      conflicts.add(
          pauses,
          "lock.dies and lock.pauses are shares of all owners, and exceed 1 together; lower them.");
    }
    Duration ttl = conflicts.get(CoordinationSettings.LOCK_TTL);
    conflicts.checkPositive(CoordinationSettings.LOCK_TTL);
    Setting<Duration> pause = CoordinationSettings.LOCK_PAUSE;
    if (conflicts.get(pauses) > 0 && conflicts.get(pause).compareTo(ttl) <= 0) {
      conflicts.add(
          pause,
          "lock.pause must be longer than lock.ttl=%ds, so that a paused owner loses its lock."
              .formatted(ttl.toSeconds()));
    }
  }

  @Override
  public RequestFactory factory(Settings settings, SortedKeys known) {
    Locks locks =
        new Locks(
            settings.get(CoordinationSettings.LOCKS),
            settings.get(CoordinationSettings.LOCK_TTL),
            settings.get(CoordinationSettings.LOCK_WAIT),
            settings.get(CoordinationSettings.LOCK_HOLD),
            settings.get(CoordinationSettings.LOCK_WRITE) == LockWrite.FENCED,
            settings.get(CoordinationSettings.LOCK_DIES),
            settings.get(CoordinationSettings.LOCK_PAUSES),
            settings.get(CoordinationSettings.LOCK_PAUSE));
    return records ->
        kind ->
            locks.section(
                kind == OperationType.CRITICAL_SECTION ? Ownership.LOCK : Ownership.LEADERSHIP,
                records);
  }

  /** The common parameters of the locks and elections of a workload. */
  private record Locks(
      int count,
      Duration timeToLive,
      Duration patience,
      Duration hold,
      boolean fenced,
      double dies,
      double pauses,
      Duration pause) {

    /** Owners of a lock always write the same record. */
    CriticalSection section(Ownership ownership, ClientRecords records) {
      int lock = records.random().nextInt(count);
      Key key = records.loaded(lock % records.known().loadCount());
      Value value = records.value(key);
      String name = ownership == Ownership.LOCK ? "lock" : "election";
      return new CriticalSection(
          new Operation.Lock(Key.of(name + lock), ownership, timeToLive, patience),
          key,
          value,
          fenced,
          hold.toNanos(),
          fate(records.random()),
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
  }
}
