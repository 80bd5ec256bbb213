package io.kvbench.core.workload;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.family.CoordinationSettings;
import io.kvbench.core.workload.family.RangeSelection;
import io.kvbench.core.workload.family.RangeSettings;
import io.kvbench.core.workload.family.WatchScope;
import io.kvbench.core.workload.family.WatcherSettings;
import io.kvbench.core.workload.key.KeySpace;
import io.kvbench.core.workload.request.RequestMix;
import io.kvbench.core.workload.setting.WorkloadSettings;
import io.kvbench.core.workload.value.KeyedValues;
import io.kvbench.core.workload.value.RecordSize;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The checks for settings that are individually valid but contradict one another. */
final class Combinations {
  /** The number that fits into the memory of one machine. */
  private static final int MOST_WATCHERS = 10_000_000;

  private Combinations() {}

  static void check(Settings settings, KeySpace space, RecordSize size, Problems problems) {
    RequestMix.settings()
        .forEach(
            (kind, proportion) -> {
              if (settings.get(proportion) > 0) {
                checkRecords(settings, kind, proportion, space, problems);
                checkSameKey(settings, kind, proportion, problems);
                checkRecordsOfOne(settings, kind, proportion, space, problems);
                checkStm(settings, kind, problems);
                checkRange(settings, kind, problems);
                checkLocks(settings, kind, problems);
                checkLeases(settings, kind, problems);
                checkWatchers(settings, kind, space, problems);
              }
            });
    if (settings.get(WorkloadSettings.DATA_INTEGRITY) && !size.constant()) {
      problems.add(
          settings.whereIs(WorkloadSettings.DATA_INTEGRITY),
          "dataintegrity=true needs values of one size: use fieldlengthdistribution=constant or"
              + " valuesize.");
    } else if (settings.get(WorkloadSettings.DATA_INTEGRITY) && size.max() < KeyedValues.HEADER) {
      problems.add(
          settings.whereIs(WorkloadSettings.DATA_INTEGRITY),
          "dataintegrity=true needs values of at least %d bytes, which hold the record and the write; set valuesize=%d or more."
              .formatted(KeyedValues.HEADER, KeyedValues.HEADER));
    }
  }

  private static void checkRecords(
      Settings settings,
      OperationType kind,
      Setting<Double> proportion,
      KeySpace space,
      Problems problems) {
    boolean named = kind == OperationType.RANGE && settings.isGiven(RangeSettings.RANGE_START);
    if (RequestMix.needsRecord(kind) && space.loadCount() == 0 && !named) {
      problems.add(
          settings.whereIs(proportion),
          "%s=%s needs records, but recordcount leaves none to load; set recordcount, or %s=0."
              .formatted(proportion.name(), settings.get(proportion), proportion.name()));
    }
  }

  private static void checkSameKey(
      Settings settings, OperationType kind, Setting<Double> proportion, Problems problems) {
    boolean once = kind == OperationType.INSERT || kind == OperationType.DELETE;
    if (once && settings.get(WorkloadSettings.SAME_KEY)) {
      problems.add(
          settings.whereIs(proportion),
          ("%s=%s cannot be combined with samekey=true: only one %s of a key can succeed;"
                  + " use updateproportion.")
              .formatted(
                  proportion.name(),
                  settings.get(proportion),
                  kind == OperationType.INSERT ? "insert" : "delete"));
    }
  }

  /** The records of one request are distinct neighbours. */
  private static void checkRecordsOfOne(
      Settings settings,
      OperationType kind,
      Setting<Double> proportion,
      KeySpace space,
      Problems problems) {
    Setting<Integer> count = recordsOfOne(kind);
    if (count == null || settings.get(count) == 1) {
      return;
    }
    if (settings.get(WorkloadSettings.SAME_KEY)) {
      problems.add(
          settings.whereIs(proportion),
          ("%s=%s cannot be combined with samekey=true: the records of a transaction have to"
                  + " differ; set %s=1.")
              .formatted(proportion.name(), settings.get(proportion), count.name()));
    } else if (space.loadCount() > 0 && space.loadCount() < settings.get(count)) {
      problems.add(
          settings.whereIs(count),
          "%s=%d exceeds the number of records (%d); lower it, or raise recordcount."
              .formatted(count.name(), settings.get(count), space.loadCount()));
    }
  }

  private static @Nullable Setting<Integer> recordsOfOne(OperationType kind) {
    return switch (kind) {
      case TRANSACTION, READ_TRANSACTION -> WorkloadSettings.TRANSACTION_LENGTH;
      case STM -> WorkloadSettings.STM_READS;
      default -> null;
    };
  }

  private static void checkStm(Settings settings, OperationType kind, Problems problems) {
    if (kind == OperationType.STM
        && settings.get(WorkloadSettings.STM_WRITES) > settings.get(WorkloadSettings.STM_READS)) {
      problems.add(
          settings.whereIs(WorkloadSettings.STM_WRITES),
          "stm.writes=%d exceeds stm.reads=%d: a software transaction writes records that it has read."
              .formatted(
                  settings.get(WorkloadSettings.STM_WRITES),
                  settings.get(WorkloadSettings.STM_READS)));
    }
  }

  private static void checkRange(Settings settings, OperationType kind, Problems problems) {
    if (kind != OperationType.RANGE) {
      return;
    }
    checkBounds(settings, problems);
    if (settings.get(RangeSettings.RANGE_CONTENT) != RangeContent.COUNT) {
      return;
    }
    for (Setting<Integer> limit : List.of(RangeSettings.RANGE_LIMIT, RangeSettings.RANGE_PAGE)) {
      if (settings.get(limit) > 0) {
        problems.add(
            settings.whereIs(limit),
            "%s=%d cannot be combined with range.content=count: a count is one number, of all records in the range; omit one of the two."
                .formatted(limit.name(), settings.get(limit)));
      }
    }
  }

  private static void checkBounds(Settings settings, Problems problems) {
    Optional<Key> start = settings.find(RangeSettings.RANGE_START);
    Optional<Key> end = settings.find(RangeSettings.RANGE_END);
    if (start.isPresent() && settings.get(RangeSettings.RANGE_SELECTION) != RangeSelection.FROM) {
      problems.add(
          settings.whereIs(RangeSettings.RANGE_START),
          "range.start needs range.select=from: other ranges begin with a chosen record.");
    }
    if (end.isPresent() && start.isEmpty()) {
      problems.add(
          settings.whereIs(RangeSettings.RANGE_END),
          "range.end needs range.start, with which the ranges begin.");
    }
    if (start.isPresent() && end.isPresent() && !isBehind(end.get(), start.get())) {
      problems.add(
          settings.whereIs(RangeSettings.RANGE_END),
          "range.end=%s does not follow range.start=%s, so the range is empty; set a larger key."
              .formatted(end.get(), start.get()));
    }
  }

  private static boolean isBehind(Key one, Key other) {
    return Arrays.compareUnsigned(one.toByteArray(), other.toByteArray()) > 0;
  }

  private static void checkLocks(Settings settings, OperationType kind, Problems problems) {
    if (kind != OperationType.CRITICAL_SECTION && kind != OperationType.LEADERSHIP) {
      return;
    }
    double pauses = settings.get(CoordinationSettings.LOCK_PAUSES);
    if (settings.get(CoordinationSettings.LOCK_DIES) + pauses > 1) {
      problems.add(
          settings.whereIs(CoordinationSettings.LOCK_PAUSES),
          "lock.dies and lock.pauses are shares of all owners, and exceed 1 together; lower them.");
    }
    Duration ttl = settings.get(CoordinationSettings.LOCK_TTL);
    checkPositive(settings, CoordinationSettings.LOCK_TTL, problems);
    if (pauses > 0 && settings.get(CoordinationSettings.LOCK_PAUSE).compareTo(ttl) <= 0) {
      problems.add(
          settings.whereIs(CoordinationSettings.LOCK_PAUSE),
          "lock.pause must be longer than lock.ttl=%ds, so that a paused owner loses its lock."
              .formatted(ttl.toSeconds()));
    }
  }

  private static void checkLeases(Settings settings, OperationType kind, Problems problems) {
    if (kind == OperationType.LEASE_RENEWAL
        || kind == OperationType.LEASE_CYCLE
        || kind == OperationType.LEASE_LIFETIME
        || kind == OperationType.MEMBERSHIP) {
      checkPositive(settings, CoordinationSettings.LEASE_TTL, problems);
    }
  }

  private static void checkWatchers(
      Settings settings, OperationType kind, KeySpace space, Problems problems) {
    if (kind == OperationType.MEMBERSHIP) {
      checkNumber(settings, CoordinationSettings.GROUPS, problems);
    }
    if (kind != OperationType.WATCHED_UPDATE) {
      return;
    }
    int keys = settings.get(WatcherSettings.WATCH_KEYS);
    if (space.loadCount() > 0 && keys > space.loadCount()) {
      problems.add(
          settings.whereIs(WatcherSettings.WATCH_KEYS),
          "watch.keys=%d exceeds the number of records (%d); lower it, or raise recordcount."
              .formatted(keys, space.loadCount()));
    }
    if (settings.get(WatcherSettings.WATCH_ONCE)
        && settings.get(WatcherSettings.WATCH_SCOPE) == WatchScope.ALL) {
      problems.add(
          settings.whereIs(WatcherSettings.WATCH_ONCE),
          "watch.once=true cannot be combined with watch.scope=all: a one-shot watch is that of one record; omit one of the two.");
    }
    checkVersions(settings, problems);
    if (settings.get(WatcherSettings.WATCH_SCOPE) == WatchScope.RECORD) {
      checkNumber(settings, WatcherSettings.WATCH_KEYS, problems);
    }
  }

  /** Deliveries are matched by version, and all changes of a transaction have the same version. */
  private static void checkVersions(Settings settings, Problems problems) {
    if (settings.get(WatcherSettings.WATCH_SCOPE) != WatchScope.ALL) {
      return;
    }
    if (settings.get(WorkloadSettings.TRANSACTION_PROPORTION) > 0
        && settings.get(WorkloadSettings.TRANSACTION_LENGTH) > 1) {
      sameVersion(settings, WorkloadSettings.TRANSACTION_PROPORTION, problems);
    }
    if (settings.get(WorkloadSettings.STM_PROPORTION) > 0
        && settings.get(WorkloadSettings.STM_WRITES) > 1) {
      sameVersion(settings, WorkloadSettings.STM_WRITES, problems);
    }
  }

  private static void sameVersion(Settings settings, Setting<?> several, Problems problems) {
    problems.add(
        settings.whereIs(several),
        "%s cannot be combined with watch.scope=all: the changes of a transaction have one version, so their deliveries cannot be told apart; omit one of the two."
            .formatted(several.name()));
  }

  private static void checkNumber(Settings settings, Setting<Integer> watched, Problems problems) {
    long watchers = (long) settings.get(watched) * settings.get(WatcherSettings.WATCH_WATCHERS);
    if (watchers > MOST_WATCHERS) {
      problems.add(
          settings.whereIs(WatcherSettings.WATCH_WATCHERS),
          "%s=%d times watch.watchers=%d is more than %d watchers; lower one of the two."
              .formatted(
                  watched.name(),
                  settings.get(watched),
                  settings.get(WatcherSettings.WATCH_WATCHERS),
                  MOST_WATCHERS));
    }
  }

  private static void checkPositive(
      Settings settings, Setting<Duration> timeToLive, Problems problems) {
    if (settings.get(timeToLive).isZero()) {
      problems.add(
          settings.whereIs(timeToLive),
          "%s must be longer than 0, such as 10s.".formatted(timeToLive.name()));
    }
  }
}
