package io.kvbench.core.consistency;

/**
 * The check whether blocks have an order in which each reads follows its write and times are kept
 * (Gibbons and Korach; Golab, Li and Shah). A block's zone lies between its earliest end and its
 * latest begin: forward if it ends before it begins, in that sense. Each cycle of blocks contains
 * two that must precede each other, so one sweep over the sorted zones decides. For one thread.
 */
final class ZoneSweep {
  private final IndexSort sort = new IndexSort();
  private long[] lows = new long[16];
  private int[] order = {};

  /** Returns whether there is an order; closed intervals, so that equal times overlap. */
  boolean hasOrder(CompareAndSetChains blocks) {
    int size = blocks.size();
    if (size < 2) {
      return true;
    }
    sort(blocks, size);
    boolean found = false;
    long lastBegin = 0;
    long lastEnd = 0;
    for (int index = 0; index < size; index++) {
      long end = blocks.earliestEnd(order[index]);
      long begin = blocks.latestBegin(order[index]);
      if (found && lastEnd < begin && end < lastBegin) {
        return false;
      }
      if (end < begin && (!found || begin > lastBegin)) {
        lastEnd = end;
        lastBegin = begin;
        found = true;
      }
    }
    return true;
  }

  private void sort(CompareAndSetChains blocks, int size) {
    if (lows.length < size) {
      lows = new long[2 * size];
    }
    for (int block = 0; block < size; block++) {
      lows[block] = Math.min(blocks.earliestEnd(block), blocks.latestBegin(block));
    }
    order = sort.sort(lows, size);
  }
}
