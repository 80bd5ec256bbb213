package io.kvbench.core.workload.family;

import io.kvbench.core.setting.Setting;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.util.List;

/** The properties of watchers, of watched updates and of watches from earlier writes on. */
public final class WatcherSettings {
  public static final Setting<Double> WATCHED_UPDATE_PROPORTION =
      WorkloadSettings.proportion("watchedupdateproportion", "updates of watched records", "0");
  public static final Setting<Integer> WATCH_KEYS =
      Setting.integer(
              "watch.keys", 1, 10_000_000, "Number of records that are watched and updated.")
          .withDefault("10");
  public static final Setting<Integer> WATCH_WATCHERS =
      Setting.integer(
              "watch.watchers",
              1,
              10_000_000,
              "Number of watchers of each record or group; with watch.scope=all, of all records.")
          .withDefault("10");
  public static final Setting<Integer> WATCH_STREAMS =
      Setting.integer(
              "watch.streams", 1, 100_000, "Number of streams or sessions that share the watchers.")
          .withDefault("10");
  public static final Setting<WatchScope> WATCH_SCOPE =
      Setting.choice(
              "watch.scope",
              WatchScope.class,
              "What each watcher watches: one record, or all records.")
          .withDefault("record");
  public static final Setting<Boolean> WATCH_ONCE =
      Setting.bool("watch.once", "Use one-shot watches, and set each again after its event.")
          .withDefault("false");
  public static final Setting<Double> WATCH_REPLAY_PROPORTION =
      WorkloadSettings.proportion(
          "watchreplayproportion",
          "watches from an earlier version (each ends when it has caught up)",
          "0");
  public static final Setting<Integer> WATCH_HISTORY =
      Setting.integer(
              "watch.history",
              1,
              100_000,
              "Number of past writes that a watch from an earlier version receives.")
          .withDefault("10");

  private static final List<Setting<?>> ALL =
      List.of(
          WATCHED_UPDATE_PROPORTION,
          WATCH_KEYS,
          WATCH_WATCHERS,
          WATCH_STREAMS,
          WATCH_SCOPE,
          WATCH_ONCE,
          WATCH_REPLAY_PROPORTION,
          WATCH_HISTORY);

  private WatcherSettings() {}

  /** Returns all of them, in display order. */
  public static List<Setting<?>> all() {
    return ALL;
  }
}
