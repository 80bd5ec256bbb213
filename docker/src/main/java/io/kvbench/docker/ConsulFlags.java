package io.kvbench.docker;

import io.kvbench.core.setting.Setting;

/** What can be set of Consul. The defaults are those of production. */
final class ConsulFlags {
  static final Setting<Integer> RAFT_MULTIPLIER =
      Setting.integer(
              "cluster.consul.raft_multiplier",
              1,
              10,
              "How patient Consul's servers are with one another: 1 in production.")
          .withDefault("1");

  static final Setting<Integer> CONNECTIONS_PER_CLIENT =
      Setting.integer(
              "cluster.consul.http_max_conns_per_client",
              1,
              1_000_000,
              "Connections that one client address may have; Consul's own default, 200, is too few"
                  + " for a load.")
          .withDefault("10000");

  private ConsulFlags() {}
}
