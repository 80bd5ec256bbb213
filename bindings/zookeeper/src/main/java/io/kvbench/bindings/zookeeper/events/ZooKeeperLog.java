package io.kvbench.bindings.zookeeper.events;

import io.kvbench.core.server.LogParser;
import io.kvbench.core.server.LogTime;
import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parser of ZooKeeper servers' logs, which include the JVM's GC log: lines begin with a time,
 * which is in brackets in those of the JVM.
 */
final class ZooKeeperLog implements LogParser {
  /** Shorter pauses are routine and are not reported. */
  static final long LEAST_PAUSE_NANOS = 10_000_000;

  private static final long MILLI = 1_000_000;

  /**
   * A pattern of log lines. Its first group is the duration in milliseconds; patterns without a
   * duration have no group.
   */
  private record ZooKeeperLogPattern(
      String part, Pattern form, ServerEventKind kind, String text) {}

  private static final List<ZooKeeperLogPattern> SIGNS =
      List.of(
          new ZooKeeperLogPattern(
              "LEADER ELECTION TOOK",
              Pattern.compile(" LEADING - LEADER ELECTION TOOK - (\\d{1,12})"),
              ServerEventKind.ELECTION,
              "became leader"),
          new ZooKeeperLogPattern(
              "PeerState set to LOOKING",
              Pattern.compile("PeerState set to LOOKING"),
              ServerEventKind.LEADER_LOST,
              "has no leader and is electing one"),
          new ZooKeeperLogPattern(
              "Snapshot taken in",
              Pattern.compile("Snapshot taken in (\\d{1,12}) ms"),
              ServerEventKind.SNAPSHOT,
              "saved a snapshot"),
          new ZooKeeperLogPattern(
              "fsync-ing the write ahead log",
              Pattern.compile("fsync-ing the write ahead log in .{1,60} took (\\d{1,12})ms"),
              ServerEventKind.SLOW_FSYNC,
              "the disk was slow to confirm a write (fsync)"),
          new ZooKeeperLogPattern(
              "Expiring session ",
              Pattern.compile("Expiring session 0x"),
              ServerEventKind.SESSION_EXPIRED,
              "a session expired: its client was silent for the session timeout"),
          new ZooKeeperLogPattern(
              "Detected pause in JVM",
              Pattern.compile("pause of approximately (\\d{1,12})ms"),
              ServerEventKind.GC_PAUSE,
              "JVM or host pause"));

  private static final Pattern COLLECTION =
      Pattern.compile("GC\\(\\d{1,12}\\) Pause (\\w{1,30})\\b.*? (\\d{1,9}\\.\\d{1,6})ms$");

  private final ZoneId zone;

  ZooKeeperLog(ZoneId zone) {
    this.zone = zone;
  }

  @Override
  public Optional<ServerEvent> event(String node, String line) {
    return line.startsWith("[") ? collection(node, line) : told(node, line);
  }

  private Optional<ServerEvent> told(String node, String line) {
    for (ZooKeeperLogPattern sign : SIGNS) {
      if (line.contains(sign.part)) {
        Matcher matcher = sign.form.matcher(line);
        return matcher.find()
            ? LogTime.of(line, zone)
                .map(at -> new ServerEvent(at, node, sign.kind, sign.text, millis(matcher)))
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static OptionalLong millis(Matcher matcher) {
    return matcher.groupCount() == 0
        ? OptionalLong.empty()
        : OptionalLong.of(Long.parseLong(matcher.group(1)) * MILLI);
  }

  private Optional<ServerEvent> collection(String node, String line) {
    Matcher matcher = COLLECTION.matcher(line);
    if (!matcher.find()) {
      return Optional.empty();
    }
    long nanos = Math.round(Double.parseDouble(matcher.group(2)) * MILLI);
    Optional<Instant> at = LogTime.of(line.substring(1), zone);
    return nanos < LEAST_PAUSE_NANOS
        ? Optional.empty()
        : at.map(
            when ->
                new ServerEvent(
                    when,
                    node,
                    ServerEventKind.GC_PAUSE,
                    "GC pause (" + matcher.group(1) + ")",
                    OptionalLong.of(nanos)));
  }
}
