package io.kvbench.runner.run.fault;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The setting that plans faults. */
public final class FaultSettings {
  public static final Setting<List<Fault>> FAULT =
      Setting.of(
              "fault",
              "Faults to inject into the servers that kvbench started, timed from the start of the"
                  + " run phase.",
              "a comma-separated list of ACTION:TARGET@TIME, as in"
                  + " kill:leader@10s,restart:killed@20s; actions are kill, pause, resume and"
                  + " restart; targets are leader, follower, killed, paused and server names",
              FaultSettings::parse)
          .affecting(Affects.SERVERS)
          .deciding(Fact.FAULTS);

  private FaultSettings() {}

  /** Returns all of them. */
  public static List<Setting<?>> all() {
    return List.of(FAULT);
  }

  /** Returns the faults that are planned, in the order of their times. */
  public static List<Fault> faults(Settings settings) {
    return settings.find(FAULT).orElse(List.of());
  }

  private static List<Fault> parse(String text) {
    return Stream.of(text.split(",", -1))
        .map(String::strip)
        .map(Fault::parse)
        .sorted(Comparator.comparing(Fault::at))
        .toList();
  }
}
