package io.kvbench.runner.run.hosts;

import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of host figures. */
public final class HostSettings {
  private static final String OFF = "off";
  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final Setting<Duration> PERIOD = Setting.duration("hosts.every", "The period.");

  public static final Setting<Optional<Duration>> EVERY =
      new Setting<>(
          "hosts.every",
          List.of(),
          "How often to look at what the servers on this machine and kvbench use, into"
              + " host-NODE.csv.",
          "off, or a number with its unit, at least 100ms, as in 1s",
          HostSettings::parse,
          Optional.of("1s"),
          false);

  private HostSettings() {}

  /** Returns all of them. */
  public static List<Setting<?>> all() {
    return List.of(EVERY);
  }

  /**
   * Returns the time between samples; empty where there are to be none.
   *
   * @param local whether the system is inside kvbench: what is there to be seen is no server's, so
   *     only who asks for it gets it
   */
  public static Optional<Duration> every(Settings settings, boolean local) {
    return local && !settings.isGiven(EVERY) ? Optional.empty() : settings.get(EVERY);
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
