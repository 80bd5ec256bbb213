package io.kvbench.bindings.zookeeper.server;

import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Setting;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The settings of ZooKeeper servers that kvbench starts. Their defaults suit production. */
final class ZooKeeperServerSettings {
  private static final Pattern HEAP = Pattern.compile("[1-9]\\d*[mg]");

  static final Setting<Integer> TICK_TIME =
      Setting.integer(
              "cluster.zookeeper.tickTime", 1, 3_600_000, "Length of a tick in milliseconds.")
          .withDefault("2000");
  static final Setting<Integer> INIT_LIMIT =
      Setting.integer(
              "cluster.zookeeper.initLimit",
              1,
              1_000_000,
              "Max ticks for a follower to connect to the leader and sync with it.")
          .withDefault("5");
  static final Setting<Integer> SYNC_LIMIT =
      Setting.integer(
              "cluster.zookeeper.syncLimit",
              1,
              1_000_000,
              "Max ticks that a follower may lag behind the leader.")
          .withDefault("5");
  static final Setting<Integer> SNAP_COUNT =
      Setting.integer(
              "cluster.zookeeper.snapCount",
              2,
              Integer.MAX_VALUE,
              "Number of writes between snapshots; the last three snapshots are kept.")
          .withDefault("100000");
  static final Setting<Integer> MAX_CLIENT_CONNECTIONS =
      Setting.integer(
              "cluster.zookeeper.maxClientCnxns",
              0,
              1_000_000,
              "Max connections per client address; 0 means no limit.")
          .withDefault("0");
  static final Setting<Integer> MAX_BUFFER =
      Setting.integer(
              "cluster.zookeeper.juteMaxBuffer",
              1024,
              Integer.MAX_VALUE - 65536,
              "Max size of a request in bytes; the client's limit is zookeeper.jute.maxbuffer.")
          .withDefault("1048575");
  static final Setting<String> HEAP_SIZE =
      Setting.of(
          "cluster.zookeeper.heap",
          "Max Java heap (-Xmx) of each node, which must hold all records (a million with"
              + " 256-byte keys and 1 KB values take 1.9 GB); if unset, half of this machine's"
              + " memory divided among the nodes, from 512m to 8g each.",
          "a size with the suffix m or g, as in 512m or 2g",
          ZooKeeperServerSettings::parseHeap);

  static final Setting<String> INITIAL_HEAP_SIZE =
      Setting.of(
          "cluster.zookeeper.heap.initial",
          "Initial Java heap (-Xms) of each node, at most cluster.zookeeper.heap; Java's"
              + " default if unset.",
          "a size with the suffix m or g, as in 512m or 2g",
          ZooKeeperServerSettings::parseHeap);
  static final Setting<String> FLAGS =
      Setting.text(
          "cluster.zookeeper.flags",
          "Extra JVM flags for each ZooKeeper server, separated by spaces; most ZooKeeper"
              + " settings can be set this way, as in -Dzookeeper.globalOutstandingLimit=2000.");

  private ZooKeeperServerSettings() {}

  /** Returns all of them, in display order. */
  static List<Setting<?>> all() {
    return Setting.affecting(
        Affects.SERVERS,
        List.of(
            HEAP_SIZE,
            INITIAL_HEAP_SIZE,
            TICK_TIME,
            INIT_LIMIT,
            SYNC_LIMIT,
            SNAP_COUNT,
            MAX_CLIENT_CONNECTIONS,
            MAX_BUFFER,
            FLAGS));
  }

  private static String parseHeap(String text) {
    String heap = text.toLowerCase(Locale.ROOT);
    if (!HEAP.matcher(heap).matches()) {
      throw new IllegalArgumentException(text);
    }
    return heap;
  }
}
