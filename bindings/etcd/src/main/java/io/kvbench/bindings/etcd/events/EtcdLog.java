package io.kvbench.bindings.etcd.events;

import io.kvbench.core.server.GoDuration;
import io.kvbench.core.server.LogParser;
import io.kvbench.core.server.LogTime;
import io.kvbench.core.server.ServerEvent;
import io.kvbench.core.server.ServerEventKind;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parser of etcd's logs. From 3.5 on a line is a JSON object, or has tab-separated fields with
 * {@code --log-format=console}; 3.4 writes {@code time level | package: message} by default.
 */
final class EtcdLog implements LogParser {
  private static final Pattern TIME = Pattern.compile("\"ts\":\\s?\"([^\"]{19,40})\"");
  private static final Pattern MESSAGE = Pattern.compile("\"msg\":\\s?\"([^\"\\\\]{1,300})\"");
  private static final Pattern TOOK =
      Pattern.compile(
          "\"(?:took|exceeded-duration)\":\\s?\"([^\"]{1,30})\"|\\(took ([^)]{1,30})\\)");
  private static final Pattern OLD_TOOK =
      Pattern.compile(
          "(?:sync duration of|took too long \\(|exceeded the \\S+ timeout for) ?([\\d.]+[a-zµ]+)");
  private static final Pattern REVISION =
      Pattern.compile("\"compact-revision\":\\s?(\\d{1,19})|compaction at (\\d{1,19})");
  private static final Pattern TERM = Pattern.compile("at term (\\d{1,19})");

  /** The prefix of lines of Raft in 3.4. */
  private static final Pattern RAFT =
      Pattern.compile("raft\\d{4}/\\d\\d/\\d\\d \\d\\d:\\d\\d:\\d\\d ");

  /** The final line has no duration, but words such as {@code now}. */
  private static final String SNAPSHOT_TO_CLIENT = "sending database snapshot to client";

  private static final int CONSOLE_PARTS = 5;

  private final ZoneId zone;

  EtcdLog(ZoneId zone) {
    this.zone = zone;
  }

  /** A parsed line. */
  private record Line(String time, String message, String whole) {}

  @Override
  public Optional<ServerEvent> event(String node, String line) {
    return parts(line).flatMap(parts -> event(node, parts));
  }

  private static Optional<Line> parts(String line) {
    if (line.startsWith("{")) {
      Matcher time = TIME.matcher(line);
      Matcher message = MESSAGE.matcher(line);
      return time.find() && message.find()
          ? Optional.of(new Line(time.group(1), message.group(1), line))
          : Optional.empty();
    }
    if (RAFT.matcher(line).lookingAt()) {
      return Optional.of(new Line(line.substring(4, 23).replace('/', '-'), line, line));
    }
    int bar = line.indexOf(" | ");
    if (bar > 0 && bar < 40) {
      return Optional.of(new Line(line, line.substring(bar + 3), line));
    }
    String[] columns = line.split("\t", CONSOLE_PARTS);
    return columns.length >= CONSOLE_PARTS - 1
        ? Optional.of(new Line(line, columns[3], line))
        : Optional.empty();
  }

  private Optional<ServerEvent> event(String node, Line line) {
    ServerEventKind kind = kind(line.message);
    if (kind == null) {
      return Optional.empty();
    }
    Optional<Instant> at = LogTime.of(line.time, zone);
    return at.map(when -> new ServerEvent(when, node, kind, text(kind, line), took(line)));
  }

  private static @Nullable ServerEventKind kind(String message) {
    // The only line that quotes a request, which may look like any other line.
    if (message.contains("apply request took too long") || message.contains("took too long (")) {
      return ServerEventKind.SLOW_APPLY;
    }
    if (message.contains("became leader at term")) {
      return ServerEventKind.ELECTION;
    }
    if (message.contains(" lost leader ")) {
      return ServerEventKind.LEADER_LOST;
    }
    if (message.contains("saved snapshot")
        || message.equals("sent database snapshot")
        || message.equals(SNAPSHOT_TO_CLIENT)) {
      return ServerEventKind.SNAPSHOT;
    }
    if (message.contains("finished scheduled compaction")) {
      return ServerEventKind.COMPACTION;
    }
    if (message.contains("slow fdatasync") || message.contains("wal: sync duration of")) {
      return ServerEventKind.SLOW_FSYNC;
    }
    return message.contains("failed to send out heartbeat on time")
        ? ServerEventKind.LATE_HEARTBEAT
        : null;
  }

  private static String text(ServerEventKind kind, Line line) {
    return switch (kind) {
      case ELECTION -> "became leader" + number(" at term ", TERM, line);
      case LEADER_LOST -> "lost its leader" + number(" at term ", TERM, line);
      case SNAPSHOT ->
          line.message.equals(SNAPSHOT_TO_CLIENT)
              ? "began to send a snapshot to a client"
              : line.message.startsWith("sent")
                  ? "sent a snapshot to another server"
                  : "saved a snapshot";
      case COMPACTION -> "compacted" + number(" up to revision ", REVISION, line);
      case SLOW_FSYNC -> "the disk was slow to confirm a write (fdatasync)";
      case SLOW_APPLY -> "a request was carried out slowly";
      case LATE_HEARTBEAT -> "the leader sent its heartbeat late";
      case GC_PAUSE, SESSION_EXPIRED, OOM_KILL -> kind.title();
    };
  }

  private static String number(String lead, Pattern pattern, Line line) {
    Matcher matcher = pattern.matcher(line.whole);
    if (!matcher.find()) {
      return "";
    }
    String first = matcher.group(1);
    return lead + (first != null ? first : matcher.group(matcher.groupCount()));
  }

  private static OptionalLong took(Line line) {
    Matcher matcher = TOOK.matcher(line.whole);
    if (matcher.find()) {
      String first = matcher.group(1);
      return GoDuration.nanos(first != null ? first : matcher.group(2));
    }
    Matcher old = OLD_TOOK.matcher(line.message);
    return old.find() ? GoDuration.nanos(old.group(1)) : OptionalLong.empty();
  }
}
