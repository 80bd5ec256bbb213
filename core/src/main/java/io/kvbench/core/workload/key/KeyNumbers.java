package io.kvbench.core.workload.key;

import io.kvbench.core.operation.Key;
import io.kvbench.core.workload.sample.Fnv;
import java.util.Arrays;

/**
 * The numbers of the records that a store's keys name. Of hashed keys only those of the first
 * {@link #MOST} loaded records are known, in up to 32 bytes each. Immutable.
 */
public final class KeyNumbers {
  /** The number of a key that names no known record. */
  public static final long NONE = -1;

  /** The max number of hashed keys. */
  static final int MOST = 1 << 20;

  /** The most digits that fit into a long. */
  private static final int MOST_DIGITS = 18;

  private final KeyFormat format;

  /**
   * The numbers of hashed keys by their hash, with linear probing; its length is a power of two.
   */
  private final long[] byHash;

  /** Creates the numbers of a workload's records. */
  public KeyNumbers(KeyFormat format, RecordNumbers space) {
    this.format = format;
    int count = format.hashed() ? (int) Math.min(MOST, space.loadCount()) : 0;
    byHash = new long[4 * Integer.highestOneBit(Math.max(1, count))];
    Arrays.fill(byHash, NONE);
    for (long number = space.insertStart(); number < space.insertStart() + count; number++) {
      byHash[slot(Fnv.ofNumber(number))] = number;
    }
  }

  /** Returns the number of the record that a key names, or {@link #NONE}. */
  public long of(Key key) {
    if (key instanceof RecordKey record) {
      return record.number();
    }
    String text = key.toString();
    long shown = text.startsWith(format.prefix()) ? digits(text, format.prefix().length()) : NONE;
    long number = shown == NONE || !format.hashed() ? shown : byHash[slot(shown)];
    return number != NONE && new NumberedKey(format, number).toString().equals(text)
        ? number
        : NONE;
  }

  /** Returns where a hash is in the table, or would be. */
  private int slot(long hash) {
    int slot = (int) hash & byHash.length - 1;
    while (byHash[slot] != NONE && Fnv.ofNumber(byHash[slot]) != hash) {
      slot = slot + 1 & byHash.length - 1;
    }
    return slot;
  }

  private static long digits(String text, int from) {
    int start = from;
    while (start < text.length() - 1 && text.charAt(start) == '0') {
      start++;
    }
    if (start == text.length() || text.length() - start > MOST_DIGITS + 1) {
      return NONE;
    }
    long number = 0;
    for (int at = start; at < text.length(); at++) {
      int digit = text.charAt(at) - '0';
      if (digit < 0 || digit > 9 || number > (Long.MAX_VALUE - digit) / 10) {
        return NONE;
      }
      number = 10 * number + digit;
    }
    return number;
  }
}
