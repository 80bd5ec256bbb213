package io.kvbench.bindings.consul.events;

import io.kvbench.core.server.GoDuration;
import io.kvbench.core.server.LogParser;
import io.kvbench.core.server.LogTime;
import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parser of Consul servers' logs from 1.7 on. They report expired sessions at the level DEBUG
 * only, and slow disks not at all.
 */
final class ConsulLog implements LogParser {
  private static final Pattern TIME_SILENT = Pattern.compile(" time=([\\d.hmsuµn]{1,30})");

  /** A pattern of log lines, and the part of a line that is reported. */
  private record ConsulLogPattern(String part, ServerEventKind kind, String text, String field) {}

  private static final List<ConsulLogPattern> SIGNS =
      List.of(
          new ConsulLogPattern(
              "raft: election won", ServerEventKind.ELECTION, "became leader at term", "term"),
          new ConsulLogPattern(
              "raft: heartbeat timeout reached",
              ServerEventKind.LEADER_LOST,
              "lost contact with its leader",
              ""),
          new ConsulLogPattern(
              "cluster leadership lost", ServerEventKind.LEADER_LOST, "lost leadership", ""),
          new ConsulLogPattern(
              "raft: snapshot complete up to",
              ServerEventKind.SNAPSHOT,
              "saved a snapshot up to index",
              "index"),
          new ConsulLogPattern(
              "raft: compacting logs",
              ServerEventKind.COMPACTION,
              "compacted its log up to index",
              "to"),
          new ConsulLogPattern(
              "raft: failed to contact: ",
              ServerEventKind.LATE_HEARTBEAT,
              "the leader got no answer from another server",
              ""));

  private final ZoneId zone;

  ConsulLog(ZoneId zone) {
    this.zone = zone;
  }

  @Override
  public Optional<ServerEvent> event(String node, String line) {
    return SIGNS.stream()
        .filter(sign -> line.contains(sign.part))
        .findFirst()
        .flatMap(
            sign ->
                LogTime.of(line, zone)
                    .map(
                        at ->
                            new ServerEvent(
                                at, node, sign.kind, text(sign, line), silent(sign, line))));
  }

  private static String text(ConsulLogPattern sign, String line) {
    if (sign.field.isEmpty()) {
      return sign.text;
    }
    Matcher matcher = Pattern.compile(" " + sign.field + "=(\\d{1,19})").matcher(line);
    return sign.text + " " + (matcher.find() ? matcher.group(1) : "?");
  }

  private static OptionalLong silent(ConsulLogPattern sign, String line) {
    Matcher matcher = TIME_SILENT.matcher(line);
    return sign.kind == ServerEventKind.LATE_HEARTBEAT && matcher.find()
        ? GoDuration.nanos(matcher.group(1))
        : OptionalLong.empty();
  }
}
