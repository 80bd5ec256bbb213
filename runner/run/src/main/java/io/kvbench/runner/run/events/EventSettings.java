package io.kvbench.runner.run.events;

import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of servers' events. */
public final class EventSettings {
  private static final String OFF = "off";
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Setting<Duration> PERIOD = Setting.duration("events.every", "The period.");

  public static final Setting<Optional<Duration>> EVERY =
      new Setting<>(
          "events.every",
          List.of(),
          "How often to look in the servers' metrics for events that their logs do not tell of.",
          "off, or a number with its unit, at least 1s, as in 5s",
          EventSettings::parse,
          Optional.of("5s"),
          false);

  private EventSettings() {}

  /** Returns all of them. */
  public static List<Setting<?>> all() {
    return List.of(EVERY);
  }

  private static Optional<Duration> parse(String text) {
    if (text.equals(OFF)) {
      return Optional.empty();
    }
    Duration every = PERIOD.parser().apply(text);
    if (every.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(text);
    }
    return Optional.of(every);
  }
}
