package io.kvbench.runner.run.events;

import io.kvbench.core.result.ServerEventKind;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Who reads which log. */
final class LogParsers {
  private LogParsers() {}

  /**
   * Returns what reads the logs of a system.
   *
   * @param system its name after {@code -db}
   * @param zone that of times without one
   */
  static Optional<LogParser> of(String system, ZoneId zone) {
    return switch (system) {
      // A proxy and its etcd share a log.
      case "etcd", "zetcd", "cetcd" -> Optional.of(new EtcdLog(zone));
      case "consul" -> Optional.of(new ConsulLog(zone));
      case "zookeeper" -> Optional.of(new ZooKeeperLog(zone));
      default -> Optional.empty();
    };
  }

  /** Returns what the log of a system tells of, so that nothing else has to. */
  static Set<ServerEventKind> kinds(String system) {
    return switch (system) {
      case "etcd", "zetcd", "cetcd" ->
          EnumSet.complementOf(
              EnumSet.of(ServerEventKind.GC_PAUSE, ServerEventKind.SESSION_EXPIRED));
      case "consul" ->
          EnumSet.of(
              ServerEventKind.ELECTION,
              ServerEventKind.LEADER_LOST,
              ServerEventKind.SNAPSHOT,
              ServerEventKind.COMPACTION,
              ServerEventKind.LATE_HEARTBEAT);
      case "zookeeper" -> EnumSet.allOf(ServerEventKind.class);
      default -> EnumSet.noneOf(ServerEventKind.class);
    };
  }
}
