package io.kvbench.testkit;

import io.kvbench.core.binding.Traffic;
import io.kvbench.core.binding.TrafficDecoder;
import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Status;
import io.kvbench.core.trace.TraceCursor;
import io.kvbench.core.trace.TraceEntry;
import io.kvbench.core.trace.TraceFile;
import io.kvbench.core.trace.TraceHeader;
import io.kvbench.core.trace.TraceWriter;
import io.kvbench.core.trace.TracedPart;
import io.kvbench.core.trace.TracedRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of decoding the bytes of one connection, independent of their segmentation.
 *
 * @param operations as text, in order, such as {@code READ key: OK, 5 bytes}
 * @param ignored the requests that a trace cannot represent
 * @param failure why the decoder failed, if it did
 */
public record RecordedTraffic(
    List<String> operations, Map<String, Long> ignored, Optional<String> failure) {

  /** Some bytes that one side sends. */
  public static final class Turn {
    private final boolean sent;
    private final byte[] bytes;

    private Turn(boolean sent, byte[] bytes) {
      this.sent = sent;
      this.bytes = bytes;
    }

    /** Returns bytes that the client sends. */
    public static Turn sent(byte[] bytes) {
      return new Turn(true, bytes);
    }

    /** Returns bytes that the server sends. */
    public static Turn received(byte[] bytes) {
      return new Turn(false, bytes);
    }
  }

  /**
   * Decodes a connection.
   *
   * @param directory for a temporary file
   * @param piece the size of the pieces into which the bytes are cut
   */
  public static RecordedTraffic of(Traffic traffic, Path directory, int piece, List<Turn> turns)
      throws IOException {
    Path file = directory.resolve("traffic.kvt");
    Optional<String> failure;
    try (TraceWriter writer =
        TraceWriter.create(
            file,
            new TraceHeader("test", Instant.EPOCH, false),
            UnaryOperator.identity(),
            FilePermissions.OWNER)) {
      TrafficDecoder decoder = traffic.decoder(writer, "connection");
      failure = decode(decoder, piece, turns);
      decoder.closed(turns.size());
    }
    TraceFile read = TraceFile.open(file);
    List<String> operations = new ArrayList<>();
    for (TraceFile.Session session : read.sessions()) {
      TraceCursor cursor = read.cursor(session);
      for (TraceEntry entry = cursor.next(); entry != null; entry = cursor.next()) {
        operations.add(words(entry));
      }
    }
    Files.delete(file);
    return new RecordedTraffic(operations, read.ignored(), failure);
  }

  private static Optional<String> decode(TrafficDecoder decoder, int piece, List<Turn> turns) {
    long micros = 0;
    try {
      for (Turn turn : turns) {
        micros++;
        for (int at = 0; at < turn.bytes.length; at += piece) {
          ByteBuffer bytes =
              ByteBuffer.wrap(turn.bytes, at, Math.min(piece, turn.bytes.length - at));
          if (turn.sent) {
            decoder.sent(bytes, micros);
          } else {
            decoder.received(bytes, micros);
          }
        }
      }
      return Optional.empty();
    } catch (IOException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  private static String words(TraceEntry entry) {
    TracedRequest request = entry.request();
    String parts =
        request.parts().stream()
            .map(part -> words(request.type(), part))
            .collect(Collectors.joining(", "));
    @Nullable Status answer = entry.answer().orElse(null);
    return "%s %s%s: %s%s"
        .formatted(
            request.type(),
            parts,
            switch (request.consistency()) {
              case DEFAULT -> "";
              case LINEARIZABLE -> " linearizable";
              case STALE -> " stale";
            },
            answer == null ? "no answer" : answer.name(),
            entry.answerBytes() == TracedPart.NONE ? "" : ", " + entry.answerBytes() + " bytes");
  }

  private static String words(OperationType type, TracedPart part) {
    return (part.type() == type ? "" : part.type() + " ")
        + part.key()
        + (part.valueBytes() == TracedPart.NONE ? "" : " " + part.valueBytes() + " bytes");
  }
}
