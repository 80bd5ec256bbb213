package io.kvbench.bindings.consul.server;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import java.util.List;

/** The settings of Consul servers that kvbench starts; named as in Consul's own configuration. */
final class ConsulServerSettings {
  static final Setting<Integer> RAFT_MULTIPLIER =
      Setting.integer(
              "cluster.consul.raft_multiplier",
              1,
              10,
              "Multiplier of Raft's timeouts: 1 is recommended for production, 5 is Consul's"
                  + " default.")
          .withDefault("1");
  static final Setting<Integer> MAX_CONNECTIONS =
      Setting.integer(
              "cluster.consul.http_max_conns_per_client",
              1,
              1_000_000,
              "Max connections per client address; Consul's default of 200 is too low for a load"
                  + " test.")
          .withDefault("12000");
  static final Setting<Integer> MAX_VALUE =
      Setting.integer(
              "cluster.consul.kv_max_value_size", 1024, 1 << 26, "Max size of a value in bytes.")
          .withDefault("524288");
  static final Setting<String> FLAGS =
      Setting.text(
          "cluster.consul.flags",
          "Extra flags for each Consul server, separated by spaces, as in -log-level=debug.");

  private ConsulServerSettings() {}

  /** Returns all of them, in display order. */
  static List<Setting<?>> all() {
    return Setting.affecting(
        Affects.SERVERS, List.of(RAFT_MULTIPLIER, MAX_CONNECTIONS, MAX_VALUE, FLAGS));
  }
}
