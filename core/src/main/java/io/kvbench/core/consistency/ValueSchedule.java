package io.kvbench.core.consistency;

import java.util.Arrays;

/**
 * One order of the values of a key that keeps all times, with the time at which each replaces the
 * one before: a proof for operations that fit into it. Values are as short as possible, or begin as
 * early as possible. For one thread; valid only if the blocks have an order.
 */
final class ValueSchedule {
  private final RegisterValues values;
  private final CompareAndSetChains blocks;
  private final IndexSort sort = new IndexSort();

  /** By place: the value, and when it becomes the current one. */
  private int[] order = new int[16];

  private long[] since = new long[16];

  /** By place: the latest time that the value's own operations and those of later ones permit. */
  private long[] latest = new long[16];

  /** By value: its place, or {@link RegisterValues#NONE}. */
  private int[] place = new int[16];

  private int count;

  ValueSchedule(RegisterValues values, CompareAndSetChains blocks) {
    this.values = values;
    this.blocks = blocks;
  }

  /**
   * Builds a schedule.
   *
   * @param early whether each value begins as early as the ones before permit; otherwise as late as
   *     its own operations permit
   */
  void build(boolean early, boolean maybeAbsentBefore) {
    reserve(values.size());
    Arrays.fill(place, 0, values.size(), RegisterValues.NONE);
    count = 0;
    if (!values.tookEffect(RegisterValues.INITIAL) && !values.tookEffect(RegisterValues.ABSENT)) {
      append(maybeAbsentBefore ? RegisterValues.ABSENT : RegisterValues.INITIAL);
    }
    for (int block : sortedBlocks()) {
      for (int value = blocks.first(block); value >= 0; value = blocks.next(value)) {
        append(value);
      }
    }
    findLatest();
    if (early) {
      scheduleEarly();
    } else {
      System.arraycopy(latest, 0, since, 0, count);
    }
  }

  private void reserve(int size) {
    if (order.length < size + 1) {
      order = new int[2 * size];
      since = new long[2 * size];
      latest = new long[2 * size];
      place = new int[2 * size];
    }
  }

  private void append(int value) {
    place[value] = count;
    order[count++] = value;
  }

  private void scheduleEarly() {
    since[0] = RegisterValues.ALWAYS;
    long time = RegisterValues.ALWAYS;
    for (int at = 1; at < count; at++) {
      time = Math.max(time, values.latestBegin[order[at - 1]]);
      time = Math.max(time, values.writeBegin[order[at]]);
      since[at] = time;
    }
  }

  private void findLatest() {
    long time = RegisterValues.NEVER;
    for (int at = count - 1; at > 0; at--) {
      time = Math.min(time, values.earliestEnd[order[at]]);
      latest[at] = time;
    }
    latest[0] = RegisterValues.ALWAYS;
  }

  /** Lets a value begin at a time or later, and those after it too; returns whether it can. */
  boolean delay(int value, long time) {
    int at = place[value];
    if (at <= 0 || latest[at] < time) {
      return false;
    }
    for (; at < count && since[at] < time; at++) {
      since[at] = time;
    }
    return true;
  }

  /**
   * Returns the blocks in an order that keeps times: forward zones by their begin, backward zones
   * where they begin, or behind the forward zone that contains that time.
   */
  private int[] sortedBlocks() {
    int size = blocks.size();
    long[] keys = new long[size];
    for (int block = 0; block < size; block++) {
      keys[block] = Math.min(blocks.earliestEnd(block), blocks.latestBegin(block));
    }
    int[] byLow = sort.sort(keys, size).clone();
    long forwardBegin = RegisterValues.ALWAYS;
    long forwardEnd = RegisterValues.ALWAYS;
    for (int index = 0; index < size; index++) {
      int block = byLow[index];
      if (blocks.earliestEnd(block) < blocks.latestBegin(block)) {
        forwardBegin = blocks.earliestEnd(block);
        forwardEnd = blocks.latestBegin(block);
      } else if (forwardBegin < keys[block]) {
        keys[block] = Math.max(keys[block], forwardEnd);
      }
    }
    // Backward zones come before a forward zone that begins at the same time.
    for (int block = 0; block < size; block++) {
      boolean forward = blocks.earliestEnd(block) < blocks.latestBegin(block);
      keys[block] = 2 * keys[block] + (forward ? 1 : 0);
    }
    int[] sorted = sort.sort(keys, size);
    return Arrays.copyOf(sorted, size);
  }

  /** Returns whether a value is not the current one at some time of an interval. */
  boolean permitsAnother(int value, long begin, long end) {
    int at = place[value];
    return at < 0 || begin <= since[at] || end >= until(at);
  }

  /** Returns whether a value directly follows an absence. */
  boolean followsAbsence(int value) {
    int at = place[value];
    return at > 0 && values.isAbsence(order[at - 1]);
  }

  private long until(int at) {
    return at + 1 < count ? since[at + 1] : RegisterValues.NEVER;
  }

  /** Returns whether the record is absent at some time of an interval, or present. */
  boolean permits(boolean absent, long begin, long end) {
    int at = lastSince(end);
    for (; at >= 0 && until(at) >= begin; at--) {
      if (values.isAbsence(order[at]) == absent) {
        return true;
      }
    }
    return false;
  }

  /** Returns the last place whose value begins by a time. */
  private int lastSince(long time) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (since[middle] <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
