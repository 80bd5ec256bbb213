package io.kvbench.core.workload.sample;

/** The 64-bit FNV-1a hash of Fowler, Noll and Vo: for every byte, xor and then multiply. */
public final class Fnv {
  private static final long OFFSET_BASIS = 0xCBF29CE484222325L;
  private static final long PRIME = 0x100000001B3L;

  private Fnv() {}

  /**
   * Returns the hash of a number's eight bytes, the lowest first, without its sign: YCSB's
   * scattering of record numbers.
   */
  public static long ofNumber(long number) {
    long hash = OFFSET_BASIS;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      hash = (hash ^ ((number >>> shift) & 0xFF)) * PRIME;
    }
    return Math.abs(hash);
  }

  /** Returns the hash of an array's bytes. */
  public static long ofBytes(byte[] bytes) {
    long hash = OFFSET_BASIS;
    for (byte octet : bytes) {
      hash = (hash ^ (octet & 0xFF)) * PRIME;
    }
    return hash;
  }
}
