package io.kvbench.runner.run.hosts;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The settings of host figures. */
public final class HostSettings {
  public static final Setting<Optional<Duration>> EVERY =
      Setting.durationOrOff(
              "hosts.every",
              "100ms",
              "Sampling interval of the resource use of kvbench and of the servers on this machine,"
                  + " into host-NODE.csv; off disables it.")
          .withDefault("1s")
          .affecting(Affects.PRESENTATION);

  private HostSettings() {}

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
}
