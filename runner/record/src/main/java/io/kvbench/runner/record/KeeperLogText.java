package io.kvbench.runner.record;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Status;
import io.kvbench.core.trace.SessionTrace;
import io.kvbench.core.trace.TraceSink;
import io.kvbench.core.trace.TracedPart;
import io.kvbench.core.trace.TracedRequest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The request log that keeper-bench of ClickHouse replays, as tab-separated text with the names of
 * the columns in its first line ({@code TSVWithNames}), in the order of time. Rows of requests and
 * of their answers have the same session and number. A transaction is a row with the number of its
 * parts, and a row for each of these.
 */
public final class KeeperLogText implements TraceText {
  private static final List<String> COLUMNS =
      List.of("type", "event_time", "session_id", "xid", "op_num", "path", "data");
  private static final String NULL = "\\N";

  /** A transaction whose parts are still to come. */
  private static final class Transaction {
    private final List<TracedPart> parts = new ArrayList<>();
    private final List<Key> ephemeral = new ArrayList<>();
    private final long micros;
    private int left;
    private @Nullable String unfit;

    Transaction(int parts, long micros) {
      left = parts;
      this.micros = micros;
    }
  }

  private record Id(String session, String xid) {}

  /**
   * A request without an answer yet.
   *
   * @param ephemeral the keys of znodes that it creates, which will end with the session
   */
  private record PendingLogRequest(
      SessionTrace session,
      SessionTrace.Ongoing ongoing,
      TracedRequest request,
      List<Key> ephemeral) {}

  private final TraceSink sink;
  private final Map<Id, PendingLogRequest> sent = new HashMap<>();
  private final Map<Id, Transaction> transactions = new HashMap<>();

  /** The keys of znodes that end with a session, by the session. */
  private final Map<String, Set<Key>> ephemeral = new HashMap<>();

  private Map<String, Integer> columns = Map.of();
  private String[] row = {};
  private long first = Long.MIN_VALUE;

  public KeeperLogText(TraceSink sink) {
    this.sink = sink;
  }

  @Override
  public void line(String line) throws IOException {
    row = line.split("\t", -1);
    if (columns.isEmpty()) {
      names();
      return;
    }
    if (row.length != columns.size()) {
      throw new IOException(
          "it has %d columns, and the first line %d".formatted(row.length, columns.size()));
    }
    Id id = new Id(field("session_id"), field("xid"));
    switch (field("type")) {
      case "Request" -> request(id, micros());
      case "Response" -> end(id, micros());
      case "Finalize" -> end(id, Optional.of(ErrorKind.CONNECTION_LOST), micros());
      default -> throw new IOException("its type is neither Request, Response nor Finalize");
    }
  }

  private void names() throws IOException {
    Map<String, Integer> names = new HashMap<>();
    for (int index = 0; index < row.length; index++) {
      names.put(row[index], index);
    }
    for (String needed : COLUMNS) {
      if (!names.containsKey(needed)) {
        throw new IOException(
            "the first line has no column " + needed + "; export the log as TSVWithNames");
      }
    }
    columns = names;
  }

  private String field(String name) {
    Integer index = columns.get(name);
    return index == null ? NULL : row[index];
  }

  private int number(String name, int otherwise) throws IOException {
    String text = field(name);
    try {
      return text.equals(NULL) ? otherwise : Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new IOException(name + " is not a number", e);
    }
  }

  /** Returns the time since the first row. */
  private long micros() throws IOException {
    try {
      LocalDateTime time = LocalDateTime.parse(field("event_time").replace(' ', 'T'));
      long micros = ChronoUnit.MICROS.between(Instant.EPOCH, time.toInstant(ZoneOffset.UTC));
      if (first == Long.MIN_VALUE) {
        first = micros;
      }
      return Math.max(0, micros - first);
    } catch (DateTimeException | ArithmeticException e) {
      throw new IOException("event_time is not a time as in 2026-01-31 12:00:00.000000", e);
    }
  }

  private void request(Id id, long micros) throws IOException {
    int index = number("request_idx", 0);
    Transaction open = transactions.get(id);
    if (index > 0 && open != null) {
      part(id, open);
      return;
    }
    int parts = number("requests_size", 0);
    String kind = field("op_num");
    if (kind.equals("Multi") && parts > 0) {
      transactions.put(id, new Transaction(parts, micros));
      return;
    }
    if (kind.equals("Close")) {
      deleteEphemeral(id.session(), micros);
      return;
    }
    Optional<TracedPart> part = part(kind);
    if (part.isEmpty()) {
      ignore(kind);
      return;
    }
    OperationType type = part.get().type();
    begin(
        id,
        TracedRequest.of(type, List.of(part.get()), ReadConsistency.DEFAULT),
        isEphemeral() ? List.of(part.get().key()) : List.of(),
        micros);
  }

  /** The server does that, and a replay, where no session ends, has to ask for it. */
  private void deleteEphemeral(String name, long micros) {
    Set<Key> keys = ephemeral.remove(name);
    if (keys != null) {
      SessionTrace session = sink.session(name);
      keys.forEach(
          key ->
              session.endUnknown(
                  session.begin(
                      TracedRequest.write(OperationType.DELETE, key, TracedPart.NONE), micros)));
    }
  }

  private boolean isEphemeral() throws IOException {
    return number("is_ephemeral", 0) > 0;
  }

  private void ignore(String kind) {
    if (!kind.equals("Heartbeat")) {
      sink.ignored(kind);
    }
  }

  private void part(Id id, Transaction open) throws IOException {
    String kind = field("op_num");
    Optional<TracedPart> part = part(kind);
    if (part.isPresent() && part.get().type() != OperationType.READ) {
      open.parts.add(part.get());
      if (isEphemeral()) {
        open.ephemeral.add(part.get().key());
      }
    } else if (!kind.equals("Check")) {
      open.unfit = kind;
    }
    if (--open.left > 0) {
      return;
    }
    transactions.remove(id);
    if (open.unfit != null || open.parts.isEmpty()) {
      sink.ignored("Multi with " + (open.unfit == null ? "checks only" : open.unfit));
    } else {
      begin(
          id,
          TracedRequest.of(OperationType.TRANSACTION, open.parts, ReadConsistency.DEFAULT),
          open.ephemeral,
          open.micros);
    }
  }

  private Optional<TracedPart> part(String kind) throws IOException {
    boolean numbered = number("is_sequential", 0) > 0;
    return switch (kind) {
      case "Create", "CreateIfNotExists" ->
          numbered ? Optional.empty() : Optional.of(written(OperationType.INSERT));
      case "Set" ->
          Optional.of(
              written(
                  number("version", -1) < 0
                      ? OperationType.UPDATE
                      : OperationType.COMPARE_AND_SET));
      case "Remove" -> Optional.of(of(OperationType.DELETE, TracedPart.NONE));
      case "Get", "Exists" -> Optional.of(of(OperationType.READ, TracedPart.NONE));
      default -> Optional.empty();
    };
  }

  private TracedPart written(OperationType type) {
    return of(type, unescaped(field("data")).length);
  }

  private TracedPart of(OperationType type, int bytes) {
    return new TracedPart(type, Key.of(unescaped(field("path"))), bytes);
  }

  private void begin(Id id, TracedRequest request, List<Key> ephemerals, long micros) {
    SessionTrace session = sink.session(id.session());
    List<Key> added =
        ephemerals.stream().filter(key -> ephemeralOf(id.session()).add(key)).toList();
    sent.put(id, new PendingLogRequest(session, session.begin(request, micros), request, added));
  }

  private Set<Key> ephemeralOf(String session) {
    return ephemeral.computeIfAbsent(session, each -> new LinkedHashSet<>());
  }

  private void end(Id id, long micros) throws IOException {
    if (number("request_idx", 0) == 0) {
      end(id, status(), micros);
    }
  }

  private void end(Id id, Optional<Status> status, long micros) {
    PendingLogRequest request = sent.remove(id);
    if (request == null) {
      return;
    }
    if (status.isEmpty()) {
      request.session().endUnknown(request.ongoing());
      return;
    }
    boolean done = status.get() == Outcome.OK;
    boolean read = done && request.request().type() == OperationType.READ;
    int bytes = read ? unescaped(field("data")).length : TracedPart.NONE;
    request.session().end(request.ongoing(), status.get(), bytes, micros);
    if (ephemeral.containsKey(id.session())) {
      Set<Key> own = ephemeralOf(id.session());
      if (done) {
        request.request().parts().stream()
            .filter(part -> part.type() == OperationType.DELETE)
            .forEach(part -> own.remove(part.key()));
      } else {
        request.ephemeral().forEach(own::remove);
      }
    }
  }

  /** Returns how the request was answered; empty if the log does not say. */
  private Optional<Status> status() {
    return switch (field("error")) {
      case "ZOK" -> Optional.of(Outcome.OK);
      case "ZNONODE" -> Optional.of(Outcome.NOT_FOUND);
      case "ZNODEEXISTS" -> Optional.of(Outcome.ALREADY_EXISTS);
      case "ZBADVERSION" -> Optional.of(Outcome.CONFLICT);
      case NULL, "" -> Optional.empty();
      default -> Optional.of(ErrorKind.OTHER);
    };
  }

  @Override
  public void end() {
    sent.clear();
    transactions.values().forEach(open -> sink.ignored("Multi without all of its parts"));
  }

  /** A backslash escapes tabs, line ends and itself. */
  private static byte[] unescaped(String text) {
    if (text.indexOf('\\') < 0) {
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      if (character == '\\' && at + 1 < text.length()) {
        at++;
        bytes.write(
            switch (text.charAt(at)) {
              case 't' -> '\t';
              case 'n' -> '\n';
              case 'r' -> '\r';
              case 'b' -> '\b';
              case 'f' -> '\f';
              case '0' -> 0;
              default -> text.charAt(at);
            });
      } else {
        bytes.write(character);
      }
    }
    return bytes.toByteArray();
  }
}
