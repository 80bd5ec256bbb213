package io.kvbench.core.engine;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The shares of all clients of a phase, and which of them may have something left: a bit for each,
 * so that who looks for work among thousands of them reads a few words. For any thread.
 */
final class Shares {
  /** No share has anything left. */
  static final int NONE = -1;

  private final List<Share> shares;
  private final AtomicLongArray open;

  Shares(List<Share> shares) {
    this.shares = List.copyOf(shares);
    open = new AtomicLongArray((shares.size() + Long.SIZE - 1) / Long.SIZE);
    for (int index = 0; index < shares.size(); index++) {
      open.set(index / Long.SIZE, open.get(index / Long.SIZE) | 1L << index);
    }
  }

  int count() {
    return shares.size();
  }

  Share get(int index) {
    return shares.get(index);
  }

  /** Notes that a share has nothing left, and will have nothing. */
  void close(int index) {
    open.accumulateAndGet(index / Long.SIZE, ~(1L << index), (word, others) -> word & others);
  }

  /** Returns whether no share has anything left. */
  boolean areEmpty() {
    for (int index = openFrom(0); index != NONE; index = openFrom(0)) {
      if (!get(index).isEmpty()) {
        return false;
      }
      close(index);
    }
    return true;
  }

  /**
   * Returns the first share from an index on, going round, that was not closed; {@link #NONE} if
   * all were.
   */
  int openFrom(int index) {
    int words = open.length();
    int at = index / Long.SIZE;
    long word = open.get(at) & (-1L << index);
    for (int step = 0; word == 0 && step < words; step++) {
      at = (at + 1) % words;
      word = open.get(at);
    }
    return word == 0 ? NONE : at * Long.SIZE + Long.numberOfTrailingZeros(word);
  }
}
