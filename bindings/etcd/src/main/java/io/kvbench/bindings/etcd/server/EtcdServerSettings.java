package io.kvbench.bindings.etcd.server;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import java.util.List;

/** The settings of etcd servers that kvbench starts; the names are those of etcd's own flags. */
final class EtcdServerSettings {
  static final Setting<Long> SNAPSHOT_COUNT =
      Setting.number(
              "cluster.etcd.snapshot-count",
              1,
              Long.MAX_VALUE,
              "Number of writes between snapshots.")
          .withDefault("100000");
  static final Setting<Long> QUOTA =
      Setting.number(
              "cluster.etcd.quota-backend-bytes",
              0,
              Long.MAX_VALUE,
              "Database size in bytes at which a node rejects writes; 0 uses etcd's default of 2"
                  + " GB, too small for a million records with their history.")
          .withDefault("8589934592");
  static final Setting<Integer> HEARTBEAT =
      Setting.integer(
              "cluster.etcd.heartbeat-interval",
              1,
              60_000,
              "Heartbeat interval of the leader in milliseconds.")
          .withDefault("100");
  static final Setting<Integer> ELECTION =
      Setting.integer(
              "cluster.etcd.election-timeout",
              1,
              600_000,
              "Election timeout of followers in milliseconds.")
          .withDefault("1000");
  static final Setting<String> FLAGS =
      Setting.text(
          "cluster.etcd.flags",
          "Extra flags for each etcd server, separated by spaces, as in"
              + " --auto-compaction-retention=5m.");

  private EtcdServerSettings() {}

  /** Returns all of them, in display order. */
  static List<Setting<?>> all() {
    return Setting.affecting(
        Affects.SERVERS, List.of(SNAPSHOT_COUNT, QUOTA, HEARTBEAT, ELECTION, FLAGS));
  }
}
