package io.kvbench.core.consistency;

/** A stable sort of indexes by 64-bit keys: insertion, then merging. For one thread. */
final class IndexSort {
  private static final int RUN = 16;

  private int[] order = new int[RUN];
  private int[] other = new int[RUN];

  /**
   * Sorts the indexes from 0 to {@code count}.
   *
   * @return the indexes in ascending order of their keys, in an array that the next call reuses
   */
  int[] sort(long[] keys, int count) {
    if (order.length < count) {
      order = new int[2 * count];
      other = new int[2 * count];
    }
    for (int from = 0; from < count; from += RUN) {
      insert(keys, from, Math.min(count, from + RUN));
    }
    for (long width = RUN; width < count; width *= 2) {
      for (long from = 0; from < count; from += 2 * width) {
        merge(
            keys,
            (int) from,
            (int) Math.min(count, from + width),
            (int) Math.min(count, from + 2 * width));
      }
      int[] merged = other;
      other = order;
      order = merged;
    }
    return order;
  }

  private void insert(long[] keys, int from, int to) {
    for (int index = from; index < to; index++) {
      int place = index;
      while (place > from && keys[order[place - 1]] > keys[index]) {
        order[place] = order[place - 1];
        place--;
      }
      order[place] = index;
    }
  }

  private void merge(long[] keys, int from, int middle, int to) {
    int left = from;
    int right = middle;
    for (int place = from; place < to; place++) {
      boolean takeLeft = left < middle && (right >= to || keys[order[left]] <= keys[order[right]]);
      other[place] = takeLeft ? order[left++] : order[right++];
    }
  }
}
