package io.kvbench.core.measure;

import java.util.Arrays;

/**
 * A counter of operations in ticks, emptied every second or so; more time only makes it larger. For
 * one thread at a time.
 */
final class TickCounter {
  /** Ticks may come in any order, but are hardly ever further apart than an interval. */
  private static final int MARGIN = 128;

  private long base;
  private long[] counts = new long[2 * MARGIN];
  private long[] lastSent = new long[2 * MARGIN];

  /**
   * Counts operations that ended together; times in nanoseconds from the start of the phase. Of
   * {@code sentNanos}, the highest of each tick is kept.
   */
  void add(long doneNanos, long sentNanos, long count) {
    long tick = Math.max(0, doneNanos) / Ticks.NANOS;
    long index = tick - base;
    if (index < 0 || index >= counts.length) {
      makeRoom(tick);
      index = tick - base;
    }
    int at = (int) index;
    counts[at] += count;
    lastSent[at] = Math.max(lastSent[at], sentNanos);
  }

  private void makeRoom(long tick) {
    Ticks.TickRange kept = row();
    long first = kept.isEmpty() ? tick : Math.min(kept.first(), tick);
    long last = kept.isEmpty() ? tick : Math.max(kept.end(), tick);
    long needed = last - first + 2 * MARGIN;
    int length = Math.max(counts.length, Math.toIntExact(needed));
    base = Math.max(0, first - MARGIN);
    counts = new long[length];
    lastSent = new long[length];
    if (!kept.isEmpty()) {
      int at = Math.toIntExact(kept.first() - base);
      System.arraycopy(kept.counts(), 0, counts, at, kept.counts().length);
      System.arraycopy(kept.lastSent(), 0, lastSent, at, kept.counts().length);
    }
  }

  /** Takes out the counts. */
  Ticks.TickRange drain() {
    Ticks.TickRange row = row();
    if (!row.isEmpty()) {
      Arrays.fill(counts, 0);
      Arrays.fill(lastSent, 0);
      base = Math.max(0, row.end() - MARGIN);
    }
    return row;
  }

  /** Returns a copy from the first non-empty tick to the last. */
  private Ticks.TickRange row() {
    int first = 0;
    while (first < counts.length && counts[first] == 0) {
      first++;
    }
    if (first == counts.length) {
      return Ticks.TickRange.EMPTY;
    }
    int end = counts.length;
    while (counts[end - 1] == 0) {
      end--;
    }
    return new Ticks.TickRange(
        base + first,
        Arrays.copyOfRange(counts, first, end),
        Arrays.copyOfRange(lastSent, first, end));
  }
}
