package io.kvbench.core.workload.family;

import static io.kvbench.core.workload.family.RequestKind.Trait.CREATES_MISSING;
import static io.kvbench.core.workload.family.RequestKind.Trait.FOLLOWS_EARLIER;
import static io.kvbench.core.workload.family.RequestKind.Trait.NEEDS_RECORD;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.WatchCatchUp;
import io.kvbench.core.operation.WatchTarget;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.key.SortedKeys;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/** Watches of one write, updates that watchers report, and watches from an earlier version on. */
public final class WatchFamily implements Family {

  @Override
  public List<RequestKind> kinds() {
    return List.of(
        RequestKind.of(
            OperationType.WATCH, WorkloadSettings.WATCH_PROPORTION, NEEDS_RECORD, CREATES_MISSING),
        RequestKind.of(
            OperationType.WATCHED_UPDATE,
            WatcherSettings.WATCHED_UPDATE_PROPORTION,
            NEEDS_RECORD,
            CREATES_MISSING),
        RequestKind.of(
            OperationType.WATCH_CATCH_UP,
            WatcherSettings.WATCH_REPLAY_PROPORTION,
            NEEDS_RECORD,
            CREATES_MISSING,
            FOLLOWS_EARLIER));
  }

  /** Groups have watchers, too. */
  @Override
  public List<FamilyOptions> options() {
    String absence = "the mix has no watched updates; set watchedupdateproportion";
    return List.of(
        new FamilyOptions(
            EnumSet.of(OperationType.WATCHED_UPDATE), absence, WatcherSettings.WATCH_KEYS),
        new FamilyOptions(
            EnumSet.of(OperationType.WATCHED_UPDATE, OperationType.MEMBERSHIP),
            absence,
            WatcherSettings.WATCH_WATCHERS,
            WatcherSettings.WATCH_STREAMS),
        new FamilyOptions(
            EnumSet.of(OperationType.WATCHED_UPDATE),
            absence,
            WatcherSettings.WATCH_SCOPE,
            WatcherSettings.WATCH_ONCE),
        new FamilyOptions(
            EnumSet.of(OperationType.WATCH_CATCH_UP),
            "the mix has no watches from an earlier version; set watchreplayproportion",
            WatcherSettings.WATCH_HISTORY));
  }

  @Override
  public Set<Capability> capabilities() {
    return EnumSet.of(
        Capability.WATCH,
        Capability.WATCHER,
        Capability.WATCHER_ALL,
        Capability.WATCHER_SHORT,
        Capability.WATCHER_ONCE,
        Capability.WATCHER_REPLAY);
  }

  @Override
  public void need(OperationType kind, Needs needs) {
    switch (kind) {
      case WATCH -> needs.of(Capability.WATCH, WorkloadSettings.WATCH_PROPORTION);
      case WATCH_CATCH_UP ->
          needs.of(Capability.WATCHER_REPLAY, WatcherSettings.WATCH_REPLAY_PROPORTION);
      default -> needWatchers(needs);
    }
  }

  private static void needWatchers(Needs needs) {
    needs.of(Capability.WATCHER, WatcherSettings.WATCHED_UPDATE_PROPORTION);
    if (needs.smallestValue() < Operation.WatchedUpdate.DISTINCT) {
      needs.of(
          Capability.WATCHER_SHORT,
          needs.isGiven(WorkloadSettings.VALUE_SIZE)
              ? WorkloadSettings.VALUE_SIZE
              : WorkloadSettings.FIELD_LENGTH);
    }
    if (needs.get(WatcherSettings.WATCH_SCOPE) == WatchScope.ALL) {
      needs.of(Capability.WATCHER_ALL, WatcherSettings.WATCH_SCOPE);
    }
    if (needs.get(WatcherSettings.WATCH_ONCE)) {
      needs.of(Capability.WATCHER_ONCE, WatcherSettings.WATCH_ONCE);
    }
  }

  @Override
  public void check(OperationType kind, Conflicts conflicts) {
    if (kind != OperationType.WATCHED_UPDATE) {
      return;
    }
    boolean all = conflicts.get(WatcherSettings.WATCH_SCOPE) == WatchScope.ALL;
    conflicts.checkRecords(WatcherSettings.WATCH_KEYS);
    if (conflicts.get(WatcherSettings.WATCH_ONCE) && all) {
      conflicts.add(
          WatcherSettings.WATCH_ONCE,
          "watch.once=true cannot be combined with watch.scope=all: a one-shot watch is that of one record; omit one of the two.");
    }
    if (all) {
      checkVersions(conflicts);
    } else {
      conflicts.checkWatchers(WatcherSettings.WATCH_KEYS);
    }
  }

  /** Deliveries are matched by version, and all changes of a transaction have the same version. */
  private static void checkVersions(Conflicts conflicts) {
    if (conflicts.get(WorkloadSettings.TRANSACTION_PROPORTION) > 0
        && conflicts.get(WorkloadSettings.TRANSACTION_LENGTH) > 1) {
      sameVersion(WorkloadSettings.TRANSACTION_PROPORTION, conflicts);
    }
    if (conflicts.get(WorkloadSettings.STM_PROPORTION) > 0
        && conflicts.get(WorkloadSettings.STM_WRITES) > 1) {
      sameVersion(WorkloadSettings.STM_WRITES, conflicts);
    }
  }

  private static void sameVersion(Setting<?> several, Conflicts conflicts) {
    conflicts.add(
        several,
        "%s cannot be combined with watch.scope=all: the changes of a transaction have one version, so their deliveries cannot be told apart; omit one of the two."
            .formatted(several.name()));
  }

  @Override
  public List<WatchTarget> watched(
      Set<OperationType> kinds, Settings settings, LongFunction<Key> record) {
    if (!kinds.contains(OperationType.WATCHED_UPDATE)) {
      return List.of();
    }
    if (settings.get(WatcherSettings.WATCH_SCOPE) == WatchScope.ALL) {
      return List.of(new WatchTarget.All());
    }
    return LongStream.range(0, settings.get(WatcherSettings.WATCH_KEYS))
        .mapToObj(record)
        .<WatchTarget>map(WatchTarget.Single::new)
        .toList();
  }

  @Override
  public RequestFactory factory(Settings settings, SortedKeys known) {
    int watched = settings.get(WatcherSettings.WATCH_KEYS);
    int history = settings.get(WatcherSettings.WATCH_HISTORY);
    return records -> {
      WatchCatchUp.History own = new WatchCatchUp.History();
      return kind ->
          switch (kind) {
            case WATCH -> watch(records.existing(), records);
            case WATCHED_UPDATE ->
                watchedUpdate(records.loaded(records.random().nextInt(watched)), records);
            default -> catchUp(own, records, history);
          };
    };
  }

  private static Operation.Watch watch(Key key, ClientRecords records) {
    return new Operation.Watch(key, records.value(key));
  }

  private static Operation.WatchedUpdate watchedUpdate(Key key, ClientRecords records) {
    return new Operation.WatchedUpdate(key, records.distinct(key));
  }

  /** Each client watches and writes one record. */
  private static WatchCatchUp catchUp(WatchCatchUp.History own, ClientRecords records, int writes) {
    Key key = records.loaded(records.known().client() % records.known().loadCount());
    return new WatchCatchUp(own, key, records.value(key), writes);
  }
}
