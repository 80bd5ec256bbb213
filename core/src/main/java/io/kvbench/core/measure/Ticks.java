package io.kvbench.core.measure;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How many operations ended, and how, in every tick of {@link #NANOS}: fine enough to see for how
 * long a store was silent, which figures of a second cannot tell. Tick {@code n} lasts from {@code
 * n * NANOS} to {@code (n + 1) * NANOS} after the start of the phase. Composites are left out.
 * Immutable.
 */
public final class Ticks {
  /** The length of a tick: 10 ms. */
  public static final long NANOS = 10_000_000L;

  /** How many of them make a second. */
  public static final int PER_SECOND = 100;

  private static final Ticks NONE = new Ticks(Map.of());

  private final Map<OperationType, Map<Status, Row>> rows;

  private Ticks(Map<OperationType, Map<Status, Row>> rows) {
    this.rows = rows;
  }

  /**
   * Ticks that follow one another.
   *
   * @param first the number of the first
   * @param counts how many operations ended in each
   * @param lastSent when the latest of these operations was sent, in nanoseconds from the start of
   *     the phase; of no meaning in a tick in which none ended
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, and never let out of this package
  record Row(long first, long[] counts, long[] lastSent) {
    static final Row EMPTY = new Row(0, new long[0], new long[0]);

    boolean isEmpty() {
      return counts.length == 0;
    }

    long end() {
      return first + counts.length;
    }

    boolean has(long tick) {
      return tick >= first && tick < end();
    }

    /** Returns the sum of several, of which one at least is not empty. */
    private static Row sum(List<Row> rows) {
      long first = rows.stream().mapToLong(Row::first).min().orElse(0);
      int length = Math.toIntExact(rows.stream().mapToLong(Row::end).max().orElse(0) - first);
      Row sum = new Row(first, new long[length], new long[length]);
      rows.forEach(sum::add);
      return sum;
    }

    private void add(Row other) {
      int offset = Math.toIntExact(other.first - first);
      for (int index = 0; index < other.counts.length; index++) {
        if (other.counts[index] > 0) {
          int at = offset + index;
          lastSent[at] =
              counts[at] == 0
                  ? other.lastSent[index]
                  : Math.max(lastSent[at], other.lastSent[index]);
          counts[at] += other.counts[index];
        }
      }
    }
  }

  /** Returns the ticks in which nothing ended. */
  public static Ticks none() {
    return NONE;
  }

  static Ticks of(Map<OperationType, Map<Status, Row>> rows) {
    return new Ticks(rows);
  }

  /** Returns the sum of several, which may overlap, follow one another or be far apart. */
  public static Ticks sum(Collection<Ticks> parts) {
    Map<OperationType, Map<Status, Row>> sums = new EnumMap<>(OperationType.class);
    for (OperationType type : OperationType.values()) {
      Map<Status, Row> statuses = new LinkedHashMap<>();
      for (int slot = 0; slot < Slots.STATUSES; slot++) {
        Status status = Slots.status(slot);
        List<Row> same =
            parts.stream()
                .map(part -> part.row(type, status))
                .filter(row -> !row.isEmpty())
                .toList();
        if (!same.isEmpty()) {
          statuses.put(status, same.size() == 1 ? same.getFirst() : Row.sum(same));
        }
      }
      if (!statuses.isEmpty()) {
        sums.put(type, statuses);
      }
    }
    return new Ticks(sums);
  }

  /** Returns the types of which any operation ended. */
  public Set<OperationType> types() {
    return Set.copyOf(rows.keySet());
  }

  /** Returns how operations of a type ended. */
  public Set<Status> statuses(OperationType type) {
    return Set.copyOf(rows.getOrDefault(type, Map.of()).keySet());
  }

  /** Returns how many operations ended so in the ticks from one up to, and without, another. */
  public long count(OperationType type, Status status, long from, long end) {
    Row row = row(type, status);
    long sum = 0;
    for (long tick = Math.max(from, row.first); tick < Math.min(end, row.end()); tick++) {
      sum += row.counts[(int) (tick - row.first)];
    }
    return sum;
  }

  /** Returns how many operations were answered OK in a tick. */
  public long okCount(OperationType type, long tick) {
    Row row = row(type, Outcome.OK);
    return row.has(tick) ? row.counts[(int) (tick - row.first)] : 0;
  }

  /**
   * Returns whether in a tick an operation was answered OK that had been sent at an instant or
   * later; in nanoseconds from the start of the phase.
   */
  public boolean hasOkSentSince(OperationType type, long nanos, long tick) {
    Row row = row(type, Outcome.OK);
    return okCount(type, tick) > 0 && row.lastSent[(int) (tick - row.first)] >= nanos;
  }

  private Row row(OperationType type, Status status) {
    return rows.getOrDefault(type, Map.of()).getOrDefault(status, Row.EMPTY);
  }
}
