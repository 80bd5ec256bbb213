package io.kvbench.core.trace;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadConsistency;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Traces for tests. */
public final class Traces {
  private static final TraceHeader HEADER =
      new TraceHeader("test", Instant.parse("2026-01-02T03:04:05Z"), false);

  private Traces() {}

  /** Creates a trace to write to. */
  public static TraceWriter writer(Path file) throws IOException {
    return writer(file, UnaryOperator.identity());
  }

  static TraceWriter writer(Path file, UnaryOperator<Key> keys) throws IOException {
    return TraceWriter.create(file, HEADER, keys, FilePermissions.OWNER);
  }

  /** Returns all operations of a session. */
  public static List<TraceEntry> entries(TraceFile file, int session) throws IOException {
    TraceCursor cursor = file.cursor(file.sessions().get(session));
    List<TraceEntry> entries = new ArrayList<>();
    for (@Nullable TraceEntry entry = cursor.next(); entry != null; entry = cursor.next()) {
      entries.add(entry);
    }
    return entries;
  }

  /** Returns a read of a key. */
  public static TracedRequest read(String key) {
    return TracedRequest.read(Key.of(key), ReadConsistency.DEFAULT);
  }

  /** Returns an update of a key. */
  public static TracedRequest update(String key, int bytes) {
    return TracedRequest.write(OperationType.UPDATE, Key.of(key), bytes);
  }
}
