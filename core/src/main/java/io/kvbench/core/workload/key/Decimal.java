package io.kvbench.core.workload.key;

/**
 * A writer of non-negative numbers as decimal digits in ISO 8859-1. It writes two digits at a time,
 * since one division per digit would dominate the cost of a key.
 */
final class Decimal {
  /** From 00 to 99. */
  private static final byte[] PAIRS = new byte[200];

  private static final long[] POWERS = new long[19];

  static {
    for (int pair = 0; pair < 100; pair++) {
      PAIRS[2 * pair] = (byte) ('0' + pair / 10);
      PAIRS[2 * pair + 1] = (byte) ('0' + pair % 10);
    }
    POWERS[0] = 1;
    for (int exponent = 1; exponent < POWERS.length; exponent++) {
      POWERS[exponent] = POWERS[exponent - 1] * 10;
    }
  }

  private Decimal() {}

  /** Returns the number of digits; 0 has one. */
  static int digits(long number) {
    long odd = number | 1; // has as many digits, and is never 0
    // 1233 / 4096 approximates log10(2) closely enough for 63 bits: right or one too small.
    int atLeast = ((Long.SIZE - Long.numberOfLeadingZeros(odd)) * 1233) >>> 12;
    return odd >= POWERS[atLeast] ? atLeast + 1 : atLeast;
  }

  /** Writes a number to the end of a sufficiently long array; returns where it begins. */
  static int writeToEnd(long number, byte[] bytes) {
    int at = bytes.length;
    long rest = number;
    while (rest > Integer.MAX_VALUE) {
      long hundreds = rest / 100;
      at = pair((int) (rest - hundreds * 100), bytes, at);
      rest = hundreds;
    }
    int small = (int) rest;
    while (small >= 100) {
      int hundreds = small / 100;
      at = pair(small - hundreds * 100, bytes, at);
      small = hundreds;
    }
    if (small >= 10) {
      return pair(small, bytes, at);
    }
    bytes[--at] = (byte) ('0' + small);
    return at;
  }

  private static int pair(int value, byte[] bytes, int end) {
    bytes[end - 1] = PAIRS[2 * value + 1];
    bytes[end - 2] = PAIRS[2 * value];
    return end - 2;
  }
}
