package io.kvbench.core.workload.replay;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.KeyRange;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.Request;
import io.kvbench.core.trace.TraceCursor;
import io.kvbench.core.trace.TraceEntry;
import io.kvbench.core.trace.TraceFile;
import io.kvbench.core.trace.TracedPart;
import io.kvbench.core.trace.TracedRequest;
import io.kvbench.core.workload.request.SessionSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The requests made from the operations of recorded sessions, one session after the other. */
final class ReplaySource implements SessionSource {
  private final ReplayRules rules;
  private final Iterator<TraceFile.Session> sessions;
  private final SplittableRandom random;
  private @Nullable TraceCursor cursor;
  private @Nullable TraceEntry current;

  ReplaySource(ReplayRules rules, List<TraceFile.Session> sessions, SplittableRandom random) {
    this.rules = rules;
    this.sessions = sessions.iterator();
    this.random = random;
  }

  @Override
  public boolean advance() {
    try {
      do {
        current = read();
      } while (current != null && rules.isSkipped(current.request().type()));
      return current != null;
    } catch (IOException e) {
      throw new LostTraceException(rules.file().path(), e);
    }
  }

  private @Nullable TraceEntry read() throws IOException {
    TraceEntry next = cursor == null ? null : cursor.next();
    while (next == null && sessions.hasNext()) {
      cursor = rules.file().cursor(sessions.next());
      next = cursor.next();
    }
    return next;
  }

  /** Returns the current request, or any request if there is none. */
  Request orAny() {
    return current == null
        ? new Operation.Read(Key.of(""), rules.consistency(ReadConsistency.DEFAULT))
        : next();
  }

  private TraceEntry current() {
    return Objects.requireNonNull(current, "advance first");
  }

  @Override
  public long startNanos() {
    return rules.startNanos(current().startMicros());
  }

  @Override
  public long recordedStart() {
    return current().startMicros();
  }

  @Override
  public long recordedEnd() {
    return current().endMicros();
  }

  @Override
  public Request next() {
    TracedRequest request = current().request();
    TracedPart first = request.parts().getFirst();
    return switch (request.type()) {
      case READ -> new Operation.Read(key(first), rules.consistency(request.consistency()));
      case SCAN ->
          new Operation.Scan(
              key(first), Math.max(1, request.limit()), rules.consistency(request.consistency()));
      case RANGE ->
          new Operation.Range(
              range(request.parts()),
              request.limit(),
              request.content(),
              request.descending(),
              rules.consistency(request.consistency()));
      case TRANSACTION -> new Operation.Transaction(writes(request.parts()));
      case READ_TRANSACTION ->
          new Operation.ReadTransaction(
              List.copyOf(byKey(request.parts()).keySet()),
              rules.consistency(request.consistency()));
      default -> write(first.type(), first);
    };
  }

  /** A recorded version is meaningless to another store, so every write is unconditional. */
  private Operation.Write write(OperationType type, TracedPart part) {
    return switch (type) {
      case INSERT -> new Operation.Insert(key(part), rules.value(part.valueBytes(), random));
      case DELETE -> new Operation.Delete(key(part));
      default -> new Operation.Update(key(part), rules.value(part.valueBytes(), random));
    };
  }

  /** A transaction's records must differ; of several writes of one record the last counts. */
  private List<Operation.Write> writes(List<TracedPart> parts) {
    List<Operation.Write> writes = new ArrayList<>(parts.size());
    byKey(parts).values().forEach(part -> writes.add(write(part.type(), part)));
    return writes;
  }

  private Map<Key, TracedPart> byKey(List<TracedPart> parts) {
    Map<Key, TracedPart> byKey = new LinkedHashMap<>();
    parts.forEach(part -> byKey.put(key(part), part));
    return byKey;
  }

  private KeyRange range(List<TracedPart> bounds) {
    Key start = key(bounds.getFirst());
    if (bounds.size() == 1) {
      return isEmpty(start) ? new KeyRange.All() : new KeyRange.Prefix(start);
    }
    return new KeyRange.Between(
        Optional.of(start).filter(key -> !isEmpty(key)),
        Optional.of(rules.key(bounds.get(1).key())).filter(key -> !isEmpty(key)));
  }

  private static boolean isEmpty(Key key) {
    return key.toByteArray().length == 0;
  }

  private Key key(TracedPart part) {
    return new RecordedKey(rules.key(part.key()), current().request().type(), current().answer());
  }
}
