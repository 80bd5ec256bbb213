package io.kvbench.runner.run.events;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of servers' events. */
public final class EventSettings {
  public static final Setting<Optional<Duration>> EVERY =
      Setting.durationOrOff(
              "events.every",
              "1s",
              "Interval of reading the servers' metrics, for syncs to disk and events that are not"
                  + " in their logs; off disables it.")
          .withDefault("5s")
          .affecting(Affects.PRESENTATION);

  private EventSettings() {}

  public static List<Setting<?>> all() {
    return List.of(EVERY);
  }
}
