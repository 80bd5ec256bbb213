package io.kvbench.core.trace;

import io.kvbench.core.file.InputFile;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadConsistency;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The contents of a trace file, except for its operations, which {@link TraceCursor} reads block by
 * block. Opening it reads every operation, one block at a time, and keeps about 50 bytes of memory
 * for each block of up to 4,096 operations. Immutable; the file must not change.
 *
 * @param sessions by their number
 * @param types the number of operations of each type
 * @param consistencies the consistencies of reads
 * @param longestKey the size of the longest key in bytes
 * @param recordsBefore how many records certainly were in the store when the recording began
 * @param recordsUpdated how many others, whose first operation was an update, may have been
 * @param largestBefore the size of the largest value of these records in bytes
 * @param ignored requests that were not recorded, by their kind; empty for a damaged file
 * @param damage why, and from which byte on, the rest of the file is not read
 */
public record TraceFile(
    Path path,
    TraceHeader header,
    List<Session> sessions,
    Map<OperationType, Long> types,
    Set<ReadConsistency> consistencies,
    ValueSizes writes,
    int longestKey,
    long recordsBefore,
    long recordsUpdated,
    int largestBefore,
    List<BlockPosition> recordBlocks,
    Map<String, Long> ignored,
    Optional<String> damage) {
  private static final String NO_TRACE = "it is not a trace of kvbench record";

  /**
   * One session.
   *
   * @param peak the peak number of operations in flight
   */
  public record Session(int number, long operations, int peak, List<BlockPosition> blocks) {
    public Session {
      blocks = List.copyOf(blocks);
    }
  }

  public TraceFile {
    sessions = List.copyOf(sessions);
    types = types.isEmpty() ? Map.of() : Collections.unmodifiableMap(new EnumMap<>(types));
    consistencies = Set.copyOf(consistencies);
    recordBlocks = List.copyOf(recordBlocks);
    ignored = Map.copyOf(ignored);
  }

  /** Returns how many operations there are. */
  public long operations() {
    return sessions.stream().mapToLong(Session::operations).sum();
  }

  /** Returns when the last operation was sent, from the start of the recording; 0 without one. */
  public long lastMicros() {
    return blocks().mapToLong(BlockPosition::lastMicros).max().orElse(0);
  }

  /** Returns when the first operation was sent. */
  public long firstMicros() {
    return blocks().mapToLong(BlockPosition::firstMicros).min().orElse(0);
  }

  /** Returns the blocks of all sessions. */
  public Stream<BlockPosition> blocks() {
    return sessions.stream().flatMap(session -> session.blocks().stream());
  }

  /** Returns the operations of a session. */
  public TraceCursor cursor(Session session) {
    return new TraceCursor(path, session.blocks());
  }

  /** Returns the records that existed, or may have existed, before. */
  public RecordCursor records() {
    return new RecordCursor(path, recordBlocks);
  }

  /**
   * Opens a file. A truncated or damaged one is read up to the damage.
   *
   * @throws IOException if it cannot be read, is not a trace, or has valid checksums but contents
   *     that this version does not support or no version writes; the message is a clause for the
   *     user
   */
  public static TraceFile open(Path path) throws IOException {
    try (InputStream in = new BufferedInputStream(InputFile.open(path), 1 << 16)) {
      TraceBlock first = TraceBlock.read(in);
      if (first == null || first.kind() != TraceBlock.FILE) {
        throw new IOException(NO_TRACE);
      }
      return new Scan(path, TraceHeader.decode(first.head())).read(in, first.length());
    }
  }

  /** One pass over a file. */
  private static final class Scan {
    private static final class Parts {
      private final List<BlockPosition> blocks = new ArrayList<>();
      private long operations;
      private int peak;
    }

    private final Path path;
    private final TraceHeader header;
    private final Map<Integer, Parts> sessions = new TreeMap<>();
    private final Map<OperationType, Long> types = new EnumMap<>(OperationType.class);
    private final Set<ReadConsistency> consistencies = EnumSet.noneOf(ReadConsistency.class);
    private final List<BlockPosition> recordBlocks = new ArrayList<>();
    private ValueSizes writes = ValueSizes.NONE;
    private int longestKey;
    private long certain;
    private long updated;
    private int largest;
    private Map<String, Long> ignored = Map.of();
    private boolean ended;

    Scan(Path path, TraceHeader header) {
      this.path = path;
      this.header = header;
    }

    TraceFile read(InputStream in, long behindHeader) throws IOException {
      long offset = behindHeader;
      for (TraceBlock block = TraceBlock.read(in); block != null; block = TraceBlock.read(in)) {
        try {
          add(block, offset);
        } catch (IOException e) {
          throw new IOException("the block at byte %d: %s".formatted(offset, e.getMessage()), e);
        }
        offset += block.length();
      }
      return result(offset);
    }

    private void add(TraceBlock block, long offset) throws IOException {
      switch (block.kind()) {
        case TraceBlock.OPERATIONS -> {
          OperationsHead head = OperationsHead.decode(block.head());
          head.check(block.body());
          add(head, offset);
        }
        case TraceBlock.RECORDS -> {
          ByteBuffer head = block.head();
          int count = Varints.size(head, Integer.MAX_VALUE);
          int sure = Varints.size(head, count);
          int size = Varints.size(head, TracedPart.MOST_BYTES);
          InitialRecord.check(block, sure, size);
          certain += sure;
          updated += count - sure;
          largest = Math.max(largest, size);
          recordBlocks.add(new BlockPosition(offset, count, 0, 0));
        }
        case TraceBlock.END -> {
          ignored = TraceWriter.ignored(block);
          ended = true;
        }
        default -> {} // Added by a later version.
      }
    }

    private void add(OperationsHead head, long offset) throws IOException {
      Parts session = sessions.computeIfAbsent(head.session(), number -> new Parts());
      if (!session.blocks.isEmpty() && head.firstMicros() < session.blocks.getLast().lastMicros()) {
        throw new IOException("it begins before the end of the block before of its session");
      }
      session.blocks.add(
          new BlockPosition(offset, head.count(), head.firstMicros(), head.lastMicros()));
      session.operations += head.count();
      session.peak = Math.max(session.peak, head.peak());
      head.types().forEach((type, count) -> types.merge(type, count, Long::sum));
      Stream.of(ReadConsistency.values()).filter(head::has).forEach(consistencies::add);
      writes = writes.plus(head.writes());
      longestKey = Math.max(longestKey, head.longestKey());
    }

    private TraceFile result(long end) throws IOException {
      List<Session> list = new ArrayList<>();
      for (Map.Entry<Integer, Parts> each : sessions.entrySet()) {
        Parts parts = each.getValue();
        if (parts.peak == 0) {
          throw new IOException("session " + each.getKey() + " had no operation in flight");
        }
        list.add(new Session(each.getKey(), parts.operations, parts.peak, parts.blocks));
      }
      list.sort(Comparator.comparingInt(Session::number));
      return new TraceFile(
          path,
          header,
          list,
          types,
          consistencies,
          writes,
          longestKey,
          certain,
          updated,
          largest,
          recordBlocks,
          ignored,
          ended
              ? Optional.empty()
              : Optional.of("cut off or damaged at byte %d of its file".formatted(end)));
    }
  }
}
