package io.kvbench.docker;

import io.kvbench.core.setting.Setting;

/** What can be set of etcd. The defaults are those of production. */
final class EtcdFlags {
  static final Setting<Integer> SNAPSHOT_COUNT =
      Setting.integer(
              "cluster.etcd.snapshot-count",
              1,
              Integer.MAX_VALUE,
              "Writes from one snapshot of etcd to the next.")
          .withDefault("100000");

  static final Setting<Long> QUOTA =
      Setting.number(
              "cluster.etcd.quota-backend-bytes",
              1L << 20,
              1L << 50,
              "Bytes at which etcd's database is full.")
          .withDefault(Long.toString(8L << 30));

  private EtcdFlags() {}
}
