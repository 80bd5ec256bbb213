package io.kvbench.core.measure;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Outcome;
import io.kvbench.core.operation.Status;
import java.util.BitSet;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The counts of operations that ended, by type and status, in every tick of {@link #NANOS}: fine
 * enough to show silences of a store within a second. Tick {@code n} lasts from {@code n * NANOS}
 * to {@code (n + 1) * NANOS} after the start of the phase. Composites are left out. Immutable.
 */
public final class Ticks {
  /** The length of a tick: 10 ms. */
  public static final long NANOS = 10_000_000L;

  /** The number of ticks in a second. */
  public static final int PER_SECOND = 100;

  private final Map<OperationType, Map<Status, TickRange>> rows;
  private final TickRange stalls;

  private Ticks(Map<OperationType, Map<Status, TickRange>> rows, TickRange stalls) {
    this.rows = rows;
    this.stalls = stalls;
  }

  /**
   * Consecutive ticks.
   *
   * @param first the number of the first
   * @param counts how many operations ended in each
   * @param lastSent when the latest of these operations was sent, in nanoseconds from the start of
   *     the phase; meaningless in a tick in which none ended
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared, and never let out of this package
  record TickRange(long first, long[] counts, long[] lastSent) {
    static final TickRange EMPTY = new TickRange(0, new long[0], new long[0]);

    boolean isEmpty() {
      return counts.length == 0;
    }

    long end() {
      return first + counts.length;
    }

    boolean has(long tick) {
      return tick >= first && tick < end();
    }

    /** Returns the same row, this many ticks later. */
    private TickRange shifted(long ticks) {
      return isEmpty() ? this : new TickRange(first + ticks, counts, lastSent);
    }

    /** Returns the same row with sending times this much later, where any operation ended. */
    private TickRange sentLater(long nanos) {
      long[] later = lastSent.clone();
      for (int index = 0; index < later.length; index++) {
        later[index] += counts[index] > 0 ? nanos : 0;
      }
      return new TickRange(first, counts, later);
    }

    /** Returns the sum of several rows, at least one of which is not empty. */
    private static TickRange sum(List<TickRange> rows) {
      long first = rows.stream().mapToLong(TickRange::first).min().orElse(0);
      int length = Math.toIntExact(rows.stream().mapToLong(TickRange::end).max().orElse(0) - first);
      TickRange sum = new TickRange(first, new long[length], new long[length]);
      rows.forEach(sum::add);
      return sum;
    }

    private void add(TickRange other) {
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

  /**
   * Returns counts in ticks.
   *
   * @param stalls with {@code lastSent} replaced by how long a client had had no answer at the end
   *     of a tick: the longest time, in nanoseconds
   */
  static Ticks of(Map<OperationType, Map<Status, TickRange>> rows, TickRange stalls) {
    return new Ticks(rows, stalls);
  }

  /** Returns the sum of several counts, which may overlap, be adjacent or be far apart. */
  public static Ticks sum(Collection<Ticks> parts) {
    Map<OperationType, Map<Status, TickRange>> sums = new EnumMap<>(OperationType.class);
    for (OperationType type : OperationType.values()) {
      Map<Status, TickRange> statuses = new LinkedHashMap<>();
      for (int slot = 0; slot < Slots.STATUSES; slot++) {
        Status status = Slots.status(slot);
        List<TickRange> same =
            parts.stream()
                .map(part -> part.row(type, status))
                .filter(row -> !row.isEmpty())
                .toList();
        if (!same.isEmpty()) {
          statuses.put(status, same.size() == 1 ? same.getFirst() : TickRange.sum(same));
        }
      }
      if (!statuses.isEmpty()) {
        sums.put(type, statuses);
      }
    }
    List<TickRange> stalls =
        parts.stream().map(part -> part.stalls).filter(row -> !row.isEmpty()).toList();
    return new Ticks(sums, stalls.isEmpty() ? TickRange.EMPTY : TickRange.sum(stalls));
  }

  /**
   * Returns the same counts from a start that was this much earlier, to the nearest tick; sending
   * times to the nanosecond.
   */
  public Ticks shifted(long nanos) {
    long by = Math.floorDiv(nanos + NANOS / 2, NANOS);
    Map<OperationType, Map<Status, TickRange>> later = new EnumMap<>(OperationType.class);
    rows.forEach(
        (type, statuses) -> {
          Map<Status, TickRange> shifted = new LinkedHashMap<>();
          statuses.forEach((status, row) -> shifted.put(status, row.shifted(by).sentLater(nanos)));
          later.put(type, shifted);
        });
    return new Ticks(later, stalls.shifted(by));
  }

  /** Returns whether all ticks in which anything ended begin between two instants. */
  public boolean areWithin(long fromNanos, long toNanos) {
    return Stream.concat(
            rows.values().stream().flatMap(statuses -> statuses.values().stream()),
            Stream.of(stalls))
        .filter(row -> !row.isEmpty())
        .allMatch(row -> row.first * NANOS >= fromNanos && (row.end() - 1) * NANOS <= toNanos);
  }

  Map<OperationType, Map<Status, TickRange>> rows() {
    return rows;
  }

  TickRange stalls() {
    return stalls;
  }

  /**
   * Returns the longest part of a span of time in which a single client waited for an answer, or
   * had errors only; 0 if none lasted a tick. Overestimates by up to a tick.
   *
   * @param untilNanos only parts that began before this are considered
   */
  public long longestStallNanos(long beginNanos, long untilNanos, long endNanos) {
    long longest = 0;
    for (int index = 0; index < stalls.counts.length; index++) {
      if (stalls.counts[index] > 0) {
        long end = (stalls.first + index + 1) * NANOS;
        long begin = end - stalls.lastSent[index] - NANOS;
        if (begin < untilNanos) {
          longest = Math.max(longest, Math.min(end, endNanos) - Math.max(begin, beginNanos));
        }
      }
    }
    return longest;
  }

  /** Sets the number of every tick in which an operation was answered, other than by an error. */
  void markAnswered(BitSet numbers) {
    rows.values()
        .forEach(
            statuses ->
                statuses.forEach(
                    (status, row) -> {
                      for (int index = 0; index < row.counts.length; index++) {
                        long tick = row.first + index;
                        if (status instanceof Outcome && row.counts[index] > 0 && tick >= 0) {
                          numbers.set(Math.toIntExact(tick));
                        }
                      }
                    }));
  }

  /** Returns the types with operations that ended. */
  public Set<OperationType> types() {
    return Set.copyOf(rows.keySet());
  }

  /** Returns the statuses with which operations of a type ended. */
  public Set<Status> statuses(OperationType type) {
    return Set.copyOf(rows.getOrDefault(type, Map.of()).keySet());
  }

  /** Returns how many operations ended with a status in the ticks of a half-open range. */
  public long count(OperationType type, Status status, long from, long end) {
    TickRange row = row(type, status);
    long sum = 0;
    for (long tick = Math.max(from, row.first); tick < Math.min(end, row.end()); tick++) {
      sum += row.counts[(int) (tick - row.first)];
    }
    return sum;
  }

  /** Returns how many operations were answered OK in a tick. */
  public long okCount(OperationType type, long tick) {
    TickRange row = row(type, Outcome.OK);
    return row.has(tick) ? row.counts[(int) (tick - row.first)] : 0;
  }

  /**
   * Returns the first tick of some in which an operation was answered OK that had been sent at an
   * instant or later.
   *
   * @param nanos that instant, from the start of the phase
   */
  OptionalLong firstOkSentSince(OperationType type, long nanos, long from, long end) {
    TickRange row = row(type, Outcome.OK);
    for (long tick = Math.max(from, row.first); tick < Math.min(end, row.end()); tick++) {
      int index = (int) (tick - row.first);
      if (row.counts[index] > 0 && row.lastSent[index] >= nanos) {
        return OptionalLong.of(tick);
      }
    }
    return OptionalLong.empty();
  }

  private TickRange row(OperationType type, Status status) {
    return rows.getOrDefault(type, Map.of()).getOrDefault(status, TickRange.EMPTY);
  }
}
