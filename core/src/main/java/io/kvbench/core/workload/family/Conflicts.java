package io.kvbench.core.workload.family;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.key.RecordNumbers;
import java.time.Duration;

/**
 * The settings that are individually valid but contradict one another, or the records.
 *
 * @param space the records of the workload
 * @param problems to which conflicts are added
 */
public record Conflicts(Settings settings, RecordNumbers space, Problems problems) {
  /** The number that fits into the memory of one machine. */
  private static final int MOST_WATCHERS = 10_000_000;

  /** Returns the value of a setting. */
  public <T> T get(Setting<T> setting) {
    return settings.get(setting);
  }

  /** Adds a conflict, at the place where a setting was given. */
  public void add(Setting<?> setting, String message) {
    problems.add(settings.whereIs(setting), message);
  }

  /** Requires that there are as many records as a setting says. */
  void checkRecords(Setting<Integer> count) {
    if (space.loadCount() > 0 && space.loadCount() < get(count)) {
      add(
          count,
          "%s=%d exceeds the number of records (%d); lower it, or raise recordcount."
              .formatted(count.name(), get(count), space.loadCount()));
    }
  }

  /** Requires a time to live above 0. */
  void checkPositive(Setting<Duration> timeToLive) {
    if (get(timeToLive).isZero()) {
      add(timeToLive, "%s must be longer than 0, such as 10s.".formatted(timeToLive.name()));
    }
  }

  /** Requires that the watchers fit into memory. */
  void checkWatchers(Setting<Integer> watched) {
    long watchers = (long) get(watched) * get(WatcherSettings.WATCH_WATCHERS);
    if (watchers > MOST_WATCHERS) {
      add(
          WatcherSettings.WATCH_WATCHERS,
          "%s=%d times watch.watchers=%d is more than %d watchers; lower one of the two."
              .formatted(
                  watched.name(),
                  get(watched),
                  get(WatcherSettings.WATCH_WATCHERS),
                  MOST_WATCHERS));
    }
  }
}
