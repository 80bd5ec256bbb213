package io.kvbench.bindings.dengine.server;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import java.util.List;

/** The settings of d-engine servers that kvbench starts. */
final class DEngineServerSettings {
  static final Setting<Integer> LIMIT =
      Setting.integer(
              "cluster.dengine.limit-ms",
              1,
              600_000,
              "Timeout of a request in the servers, in milliseconds; d-engine's defaults of 50 and"
                  + " 100 are too low for a busy machine.")
          .withDefault("5000");
  static final Setting<String> FLAGS =
      Setting.text(
          "cluster.dengine.flags",
          "Extra flags for each d-engine server, separated by spaces, as in --log debug.");

  private DEngineServerSettings() {}

  /** Returns all of them, in display order. */
  static List<Setting<?>> all() {
    return Setting.affecting(Affects.SERVERS, List.of(LIMIT, FLAGS));
  }
}
