package io.kvbench.core.trace;

import io.kvbench.core.operation.Key;
import java.util.Arrays;

/**
 * The set of seen keys, as 64-bit hashes: 16 bytes of memory for each. The probability that two of
 * 100 million keys have the same hash is less than one in 3,000. For one thread.
 */
final class SeenKeys {
  private static final int FIRST = 1 << 10;

  /** The fractional part of the golden ratio, and the constants of MurmurHash3's last step. */
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  private static final long MIX_1 = 0xFF51AFD7ED558CCDL;
  private static final long MIX_2 = 0xC4CEB9FE1A85EC53L;

  private long[] slots = new long[FIRST];
  private int count;

  /** Adds a key; returns whether it is new. */
  boolean add(Key key) {
    long hash = hash(key.toByteArray());
    if (2 * (count + 1) > slots.length) {
      grow();
    }
    if (!add(slots, hash)) {
      return false;
    }
    count++;
    return true;
  }

  private static boolean add(long[] table, long hash) {
    int mask = table.length - 1;
    int slot = (int) (hash & mask);
    while (table[slot] != 0) {
      if (table[slot] == hash) {
        return false;
      }
      slot = (slot + 1) & mask;
    }
    table[slot] = hash;
    return true;
  }

  private void grow() {
    long[] larger = new long[2 * slots.length];
    Arrays.stream(slots).filter(hash -> hash != 0).forEach(hash -> add(larger, hash));
    slots = larger;
  }

  /** 0 marks an empty place. */
  private static long hash(byte[] key) {
    long hash = key.length;
    for (byte next : key) {
      hash = Long.rotateLeft((hash ^ (next & 0xFF)) * GOLDEN, 31);
    }
    hash ^= hash >>> 33;
    hash *= MIX_1;
    hash ^= hash >>> 33;
    hash *= MIX_2;
    hash ^= hash >>> 33;
    return hash == 0 ? 1 : hash;
  }
}
