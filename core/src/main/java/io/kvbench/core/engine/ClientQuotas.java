package io.kvbench.core.engine;

import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The shares of all clients of a phase, with a bit for each that may have requests left, so that
 * finding work among thousands of shares takes a few words. Thread-safe.
 */
final class ClientQuotas {
  /** No share has requests left. */
  static final int NONE = -1;

  private final List<ClientQuota> shares;
  private final AtomicLongArray open;

  ClientQuotas(List<ClientQuota> shares) {
    this.shares = List.copyOf(shares);
    open = new AtomicLongArray((shares.size() + Long.SIZE - 1) / Long.SIZE);
    for (int index = 0; index < shares.size(); index++) {
      open.set(index / Long.SIZE, open.get(index / Long.SIZE) | 1L << index);
    }
  }

  int count() {
    return shares.size();
  }

  ClientQuota get(int index) {
    return shares.get(index);
  }

  /** Notes that a share is exhausted, for good. */
  void close(int index) {
    open.accumulateAndGet(index / Long.SIZE, ~(1L << index), (word, others) -> word & others);
  }

  /** Returns whether no share has requests left. */
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
   * Returns the first open share from an index on, wrapping around; {@link #NONE} if all are
   * closed.
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
