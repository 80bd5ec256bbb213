package io.kvbench.core.trace;

import io.kvbench.core.file.FilePermissions;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The writer of a trace file. What was written stays readable if the process dies: {@link #flush}
 * writes all that is known. An error in writing the file ends only the recording: {@link #problem}.
 * Thread-safe.
 */
public final class TraceWriter implements TraceSink, Closeable {
  private static final int RECORDS = 4096;

  /** The max number of kinds, since clients choose their names; others are counted together. */
  private static final int MOST_KINDS = 1000;

  /** Kinds with longer names, which could not be read back, are counted together, too. */
  private static final int LONGEST_KIND = 200;

  private static final String OTHER_KINDS = "other requests";

  private final OutputStream out;
  private final UnaryOperator<Key> keys;
  private final Object hashing = new Object();
  private final Map<String, SessionTrace> sessions = new HashMap<>();
  private final Map<String, Long> ignored = new TreeMap<>();
  private final SeenKeys seen = new SeenKeys();
  private final List<InitialRecord> before = new ArrayList<>();
  private long beforeBytes;
  private long operations;
  private long bytes;
  private boolean closed;
  private @Nullable IOException problem;

  private TraceWriter(OutputStream out, UnaryOperator<Key> keys) {
    this.out = out;
    this.keys = keys;
  }

  /**
   * Creates a trace file.
   *
   * @param keys the mapping of each key to the written one; called by one thread at a time
   * @throws IOException if the file exists, or cannot be created
   */
  public static TraceWriter create(
      Path file, TraceHeader header, UnaryOperator<Key> keys, FilePermissions permissions)
      throws IOException {
    FileChannel channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            permissions.ofFile(file));
    TraceWriter writer = new TraceWriter(Channels.newOutputStream(channel), keys);
    writer.write(TraceBlock.encode(TraceBlock.FILE, header.encode(), new ByteArrayOutputStream()));
    return writer;
  }

  /** Returns the request with mapped keys. */
  TracedRequest keyed(TracedRequest request) {
    synchronized (hashing) {
      return request.with(keys);
    }
  }

  @Override
  public synchronized SessionTrace session(String name) {
    return sessions.computeIfAbsent(name, each -> new SessionTrace(this, sessions.size()));
  }

  @Override
  public synchronized void ignored(String what) {
    boolean known = ignored.containsKey(what) || ignored.size() < MOST_KINDS;
    boolean named = known && what.length() <= LONGEST_KIND;
    ignored.merge(named ? what : OTHER_KINDS, 1L, Long::sum);
  }

  /** Returns how many operations have been written or wait for an answer. */
  public synchronized long operations() {
    return operations;
  }

  /** Returns the size of the file. */
  public synchronized long bytes() {
    return bytes;
  }

  public synchronized int sessions() {
    return sessions.size();
  }

  /** Returns the requests that the trace cannot represent, by kind. */
  public synchronized Map<String, Long> ignored() {
    return Map.copyOf(ignored);
  }

  /** Returns why writing has stopped, if it has. */
  public synchronized Optional<IOException> problem() {
    return Optional.ofNullable(problem);
  }

  /** Writes the operations that have ended. */
  public void flush() {
    allSessions().forEach(session -> session.flush(false));
    write(takeRecords(1));
  }

  private synchronized List<SessionTrace> allSessions() {
    return List.copyOf(sessions.values());
  }

  /** Counts an operation; returns whether the file is still open. */
  synchronized boolean began() {
    if (!closed) {
      operations++;
    }
    return !closed;
  }

  /** Writes an ended operation, and notes a record that its first operation found. */
  void ended(TraceEntry entry) {
    note(entry);
    write(takeRecords(RECORDS));
  }

  private synchronized void note(TraceEntry entry) {
    if (isUndone(entry)) {
      return;
    }
    for (TracedPart part : entry.request().parts()) {
      OperationType type = part.type();
      if (isOfOneRecord(type) && seen.add(part.key())) {
        boolean inserts = type == OperationType.INSERT;
        // If answers are unknown, records that were read or changed are taken to have existed.
        boolean there =
            inserts
                ? entry.answer().filter(Outcome.ALREADY_EXISTS::equals).isPresent()
                : entry.answer().map(Outcome.OK::equals).orElse(true);
        if (there) {
          boolean certain = type != OperationType.UPDATE;
          boolean unknown = inserts || part.valueBytes() == TracedPart.NONE;
          before.add(
              new InitialRecord(
                  part.key(), unknown ? entry.answerBytes() : part.valueBytes(), certain));
          beforeBytes += part.key().toString().length();
        }
      }
    }
  }

  /** Returns whether a request changed nothing, and so does not show which records existed. */
  private static boolean isUndone(TraceEntry entry) {
    Status answer = entry.answer().orElse(Outcome.OK);
    return answer == Outcome.CONFLICT
        || (entry.request().type() == OperationType.TRANSACTION
            && answer instanceof Outcome
            && answer != Outcome.OK);
  }

  /** The common answer for several records says nothing about each. */
  private static boolean isOfOneRecord(OperationType type) {
    return switch (type) {
      case INSERT, READ, UPDATE, COMPARE_AND_SET, DELETE -> true;
      default -> false;
    };
  }

  /** Returns the unwritten records, if there are enough, or their keys are long. */
  private synchronized List<InitialRecord> takeRecords(int least) {
    if (before.size() < least && beforeBytes < SessionTrace.BLOCK_BYTES) {
      return List.of();
    }
    List<InitialRecord> taken = List.copyOf(before);
    before.clear();
    beforeBytes = 0;
    return taken;
  }

  private void write(List<InitialRecord> records) {
    if (!records.isEmpty()) {
      write(InitialRecord.encode(records));
    }
  }

  void write(int session, int peak, List<TraceEntry> entries) {
    OperationsHead head = OperationsHead.of(session, peak, entries);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    EntryCodec codec = new EntryCodec(head.firstMicros());
    entries.forEach(entry -> codec.put(body, entry));
    write(TraceBlock.encode(TraceBlock.OPERATIONS, head.encode(), body));
  }

  private synchronized void write(byte[] block) {
    if (problem != null) {
      return;
    }
    try {
      out.write(block);
      bytes += block.length;
    } catch (IOException e) {
      problem = e;
    }
  }

  /**
   * Writes the rest: operations without an answer, and requests that were not recorded. Further
   * calls have no effect.
   *
   * @throws IOException if the file could not be written, now or before
   */
  public void finish() throws IOException {
    if (isClosedAlready()) {
      return;
    }
    try (out) {
      allSessions().forEach(session -> session.flush(true));
      write(takeRecords(1));
      write(end());
    }
    Optional<IOException> failure = problem();
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  /** Stops taking operations; returns whether it had stopped already. */
  private synchronized boolean isClosedAlready() {
    boolean already = closed;
    closed = true;
    return already;
  }

  private byte[] end() {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    Map<String, Long> kinds = new TreeMap<>(ignored());
    Varints.put(head, kinds.size());
    kinds.forEach(
        (what, count) -> {
          byte[] name = what.getBytes(StandardCharsets.UTF_8);
          Varints.put(body, name.length);
          body.writeBytes(name);
          Varints.put(body, count);
        });
    return TraceBlock.encode(TraceBlock.END, head, body);
  }

  /** Finishes the file if necessary. */
  @Override
  public void close() throws IOException {
    finish();
  }

  /** Parses the last block. */
  static Map<String, Long> ignored(TraceBlock end) throws IOException {
    Map<String, Long> counts = new TreeMap<>();
    ByteBuffer in = end.body();
    for (int left = Varints.size(end.head(), 1 << 16); left > 0; left--) {
      String name = new String(Varints.bytes(in, 1 << 16), StandardCharsets.UTF_8);
      counts.put(name, Varints.get(in));
    }
    return counts;
  }
}
