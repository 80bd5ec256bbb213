package io.kvbench.core.measure;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;

/**
 * The silences of a phase: the gaps between answers, errors left out. A closed loop sends nothing
 * while it waits, so a pause of the store is one slow operation of each client, however long it
 * lasts; the gaps show how long an arrival at any moment would have waited. For one thread.
 */
public final class Silences {
  /** Shorter gaps may be artefacts of tick boundaries. */
  private static final int LEAST_TICKS = 2;

  private static final double P99 = 0.99;

  private final BitSet answered = new BitSet();

  /** Adds an interval of the phase; in any order. */
  public void add(Interval interval) {
    interval.ticks().markAnswered(answered);
  }

  /**
   * The silences of a phase: times without any answer.
   *
   * @param count how many lasted two ticks, 20 ms, or longer
   * @param totalNanos their total duration
   * @param longestNanos the longest of them
   * @param p99WaitNanos the time that 99 % of arrivals at random moments would have waited at most
   *     for the next answer; 0 where less than one arrival in a hundred falls into a silence. Up to
   *     two ticks too short
   */
  public record Summary(long count, long totalNanos, long longestNanos, long p99WaitNanos) {}

  /** Returns the silences up to the end of sending. */
  public Summary until(long windowNanos) {
    List<Long> lengths = new ArrayList<>();
    int end = Math.toIntExact(windowNanos / Ticks.NANOS);
    for (int from = answered.nextClearBit(0); from < end; from = answered.nextClearBit(from)) {
      int next = answered.nextSetBit(from);
      int to = next < 0 ? end : Math.min(next, end);
      if (to - from >= LEAST_TICKS) {
        lengths.add((to - from) * Ticks.NANOS);
      }
      from = to;
    }
    lengths.sort(Collections.reverseOrder());
    long total = lengths.stream().mapToLong(Long::longValue).sum();
    return new Summary(
        lengths.size(),
        total,
        lengths.isEmpty() ? 0 : lengths.getFirst(),
        wait(lengths, (1 - P99) * windowNanos));
  }

  /**
   * Returns the wait that arrivals exceed during this much time: in each silence, all arrivals
   * except those in its last part of that length.
   *
   * @param lengths the longest first
   */
  private static long wait(List<Long> lengths, double exceededNanos) {
    long sum = 0;
    for (int index = 0; index < lengths.size(); index++) {
      sum += lengths.get(index);
      long next = index + 1 < lengths.size() ? lengths.get(index + 1) : 0;
      double wait = (sum - exceededNanos) / (index + 1);
      if (wait >= next) {
        return Math.max(0, (long) wait);
      }
    }
    return 0;
  }

  /** Clears everything, for the next phase. */
  public void clear() {
    answered.clear();
  }
}
