package io.kvbench.core.consistency;

import java.util.Arrays;

/** A map from identities of values to numbers, for the writes of one key. For one thread. */
final class WriteIndex {
  static final int NONE = -1;

  private static final int FIRST = 1 << 6;

  /** The fractional part of the golden ratio. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private long[] identities = new long[FIRST];
  private int[] numbers = new int[FIRST];

  /** The part of the table in use, a power of two. */
  private int size = FIRST;

  /** Empties the map and prepares it for some writes. */
  void clear(int writes) {
    size = Math.max(FIRST, Integer.highestOneBit(Math.max(1, writes)) << 2);
    if (size > identities.length) {
      identities = new long[size];
      numbers = new int[size];
    }
    Arrays.fill(numbers, 0, size, 0);
  }

  /** Adds a number from 0 on; returns the one that the identity already has, or {@link #NONE}. */
  int put(long identity, int number) {
    int slot = find(identity);
    if (numbers[slot] != 0) {
      return numbers[slot] - 1;
    }
    identities[slot] = identity;
    numbers[slot] = number + 1;
    return NONE;
  }

  /** Gives an identity that has a number another one. */
  void replace(long identity, int number) {
    numbers[find(identity)] = number + 1;
  }

  /** Returns the number of an identity, or {@link #NONE}. */
  int get(long identity) {
    return numbers[find(identity)] - 1;
  }

  /** Returns the slot of an identity, or the empty one where it would be. */
  private int find(long identity) {
    int slot = slot(identity);
    while (numbers[slot] != 0 && identities[slot] != identity) {
      slot = (slot + 1) & (size - 1);
    }
    return slot;
  }

  private int slot(long identity) {
    return (int) ((identity * GOLDEN) >>> Integer.SIZE) & (size - 1);
  }
}
