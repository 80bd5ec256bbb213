package io.kvbench.core.history;

import java.util.Arrays;

/**
 * A map from keys to numbers from 0 on, in the order in which keys are added. 12 to 24 bytes for
 * each. For one thread.
 */
public final class KeyTable {
  private static final int FIRST = 1 << 6;

  /** The fractional part of the golden ratio. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  /** The number of a key plus 1; 0 marks an empty place. */
  private int[] slots = new int[FIRST];

  private long[] keys = new long[FIRST / 2];
  private int count;

  /** Returns the number of a key, which is added if it is new. */
  public int add(long key) {
    int mask = slots.length - 1;
    int slot = slot(key, mask);
    while (slots[slot] != 0) {
      int number = slots[slot] - 1;
      if (keys[number] == key) {
        return number;
      }
      slot = (slot + 1) & mask;
    }
    if (count == keys.length) {
      grow();
      return add(key);
    }
    keys[count] = key;
    slots[slot] = ++count;
    return count - 1;
  }

  /** Returns the number of a key, or -1. */
  public int find(long key) {
    int mask = slots.length - 1;
    for (int slot = slot(key, mask); slots[slot] != 0; slot = (slot + 1) & mask) {
      if (keys[slots[slot] - 1] == key) {
        return slots[slot] - 1;
      }
    }
    return -1;
  }

  public long key(int number) {
    return keys[number];
  }

  public int size() {
    return count;
  }

  private static int slot(long key, int mask) {
    return (int) ((key * GOLDEN) >>> Integer.SIZE) & mask;
  }

  private void grow() {
    keys = Arrays.copyOf(keys, 2 * keys.length);
    slots = new int[2 * slots.length];
    int mask = slots.length - 1;
    for (int number = 0; number < count; number++) {
      int slot = slot(keys[number], mask);
      while (slots[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      slots[slot] = number + 1;
    }
  }
}
