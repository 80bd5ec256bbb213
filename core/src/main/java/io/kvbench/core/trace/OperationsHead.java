package io.kvbench.core.trace;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadConsistency;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The summary of a block's operations, readable without decompressing the block. All are of one
 * session.
 *
 * @param firstMicros when the first was sent, and {@code lastMicros} the last
 * @param peak the peak number in flight, including those of previous blocks
 * @param consistencies the consistencies of reads: for each, the bit of its number
 * @param writes the sizes of written values
 * @param longestKey the size of the longest key in bytes
 */
record OperationsHead(
    int session,
    int count,
    long firstMicros,
    long lastMicros,
    int peak,
    Map<OperationType, Long> types,
    int consistencies,
    ValueSizes writes,
    int longestKey) {
  private static final int MOST = Integer.MAX_VALUE - 8;

  /** A running count of the operations of a block. */
  private static final class Count {
    private final Map<OperationType, Long> types = new EnumMap<>(OperationType.class);
    private int count;
    private long firstMicros;
    private long lastMicros;
    private int consistencies;
    private ValueSizes writes = ValueSizes.NONE;
    private int longestKey;

    void add(TraceEntry entry) {
      firstMicros = count == 0 ? entry.startMicros() : firstMicros;
      lastMicros = entry.startMicros();
      count++;
      types.merge(entry.request().type(), 1L, Long::sum);
      if (entry.request().type().reads()) {
        consistencies |=
            1 << TraceCodes.code(TraceCodes.CONSISTENCIES, entry.request().consistency());
      }
      for (TracedPart part : entry.request().parts()) {
        writes = writes.plus(part.valueBytes());
        longestKey = Math.max(longestKey, part.key().toByteArray().length);
      }
    }

    OperationsHead head(int session, int peak) {
      return new OperationsHead(
          session, count, firstMicros, lastMicros, peak, types, consistencies, writes, longestKey);
    }
  }

  static OperationsHead of(int session, int peak, List<TraceEntry> entries) {
    Count counted = new Count();
    entries.forEach(counted::add);
    return counted.head(session, peak);
  }

  /**
   * Checks that the body of the block has the operations of this head.
   *
   * @throws IOException if it has others, or is unreadable
   */
  void check(ByteBuffer body) throws IOException {
    EntryCodec codec = new EntryCodec(firstMicros);
    Count counted = new Count();
    while (counted.count < count) {
      counted.add(codec.get(body));
    }
    if (body.hasRemaining() || !counted.head(session, peak).equals(this)) {
      throw new IOException("its operations are not those that it is said to have");
    }
  }

  ByteArrayOutputStream encode() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Varints.put(out, session);
    Varints.put(out, count);
    Varints.put(out, firstMicros);
    Varints.put(out, lastMicros - firstMicros);
    Varints.put(out, peak);
    Varints.put(out, types.size());
    types.forEach(
        (type, number) -> {
          Varints.put(out, TraceCodes.code(TraceCodes.TYPES, type));
          Varints.put(out, number);
        });
    Varints.put(out, consistencies);
    Varints.put(out, writes.count());
    Varints.put(out, writes.min());
    Varints.put(out, writes.max());
    Varints.put(out, writes.sum());
    Varints.put(out, longestKey);
    return out;
  }

  static OperationsHead decode(ByteBuffer in) throws IOException {
    int session = Varints.size(in, MOST);
    int count = Varints.size(in, MOST);
    long first = Varints.get(in);
    long last = first + Varints.get(in);
    int peak = Varints.size(in, MOST);
    Map<OperationType, Long> types = new EnumMap<>(OperationType.class);
    for (int left = Varints.size(in, TraceCodes.TYPES.size()); left > 0; left--) {
      OperationType type = TraceCodes.value(TraceCodes.TYPES, Varints.get(in));
      types.put(type, Varints.get(in));
    }
    int consistencies = Varints.size(in, MOST);
    ValueSizes writes =
        new ValueSizes(
            Varints.get(in), Varints.size(in, MOST), Varints.size(in, MOST), Varints.get(in));
    OperationsHead head =
        new OperationsHead(
            session,
            count,
            first,
            last,
            peak,
            types,
            consistencies,
            writes,
            Varints.size(in, MOST));
    head.check();
    return head;
  }

  private void check() throws IOException {
    if (lastMicros < firstMicros) {
      throw new IOException("its operations have a negative time");
    }
    long typed = types.values().stream().mapToLong(number -> Math.min(number, MOST)).sum();
    boolean sized = writes.min() <= writes.mean() && writes.mean() <= writes.max();
    if (count == 0 || typed != count || !sized) {
      throw new IOException("its numbers of operations contradict each other");
    }
    if (consistencies >> TraceCodes.CONSISTENCIES.size() != 0) {
      throw new IOException(TraceCodes.UNKNOWN);
    }
  }

  /** Returns whether some reads required this consistency. */
  boolean has(ReadConsistency consistency) {
    return (consistencies & 1 << TraceCodes.code(TraceCodes.CONSISTENCIES, consistency)) != 0;
  }
}
