package io.kvbench.core.consistency;

import java.util.Arrays;

/**
 * The values that one key had or may have had: each with its write and the reads that returned it,
 * as a cluster in the sense of Gibbons and Korach. For a cluster the check needs two times only:
 * the {@code earliestEnd} of its operations and their {@code latestBegin}. One cluster must precede
 * another if its earliest end is before the other's latest begin. Times are in ns; for one thread.
 */
final class RegisterValues {
  /** The value that the key had when recording began. */
  static final int INITIAL = 0;

  /** The absence of the record when recording began. */
  static final int ABSENT = 1;

  private static final int FIRST_WRITE = 2;
  static final int NONE = -1;

  static final long NEVER = Long.MAX_VALUE / 4;
  static final long ALWAYS = -NEVER;

  private static final int FIRST = 16;

  private static final byte UNKNOWN = 1;
  private static final byte OBSERVED = 1 << 1;
  private static final byte ABSENCE = 1 << 2;
  private static final byte REJECTED = 1 << 3;
  private static final byte CREATED = 1 << 4;

  long[] earliestEnd = new long[FIRST];
  long[] latestBegin = new long[FIRST];
  long[] writeBegin = new long[FIRST];
  long[] writeEnd = new long[FIRST];
  long[] version = new long[FIRST];

  /** The record of the write; {@link #NONE} for the first two. */
  int[] write = new int[FIRST];

  /** By compare-and-set: the value that it replaced, or {@link #NONE}. */
  int[] replaced = new int[FIRST];

  private byte[] flags = new byte[FIRST];

  /** Bits by number of the consistency of reads that returned the value. */
  byte[] seenBy = new byte[FIRST];

  private int count;

  /** Removes all but the first two, which exist until something says otherwise. */
  void clear() {
    count = 0;
    add(NONE, ALWAYS, ALWAYS);
    add(NONE, ALWAYS, ALWAYS);
    flags[INITIAL] = UNKNOWN;
    flags[ABSENT] = UNKNOWN | ABSENCE;
  }

  private int add(int record, long begin, long end) {
    if (count == write.length) {
      grow(2 * count);
    }
    earliestEnd[count] = end;
    latestBegin[count] = begin;
    writeBegin[count] = begin;
    writeEnd[count] = end;
    version[count] = 0;
    write[count] = record;
    replaced[count] = NONE;
    flags[count] = 0;
    seenBy[count] = 0;
    return count++;
  }

  private void grow(int size) {
    earliestEnd = Arrays.copyOf(earliestEnd, size);
    latestBegin = Arrays.copyOf(latestBegin, size);
    writeBegin = Arrays.copyOf(writeBegin, size);
    writeEnd = Arrays.copyOf(writeEnd, size);
    version = Arrays.copyOf(version, size);
    write = Arrays.copyOf(write, size);
    replaced = Arrays.copyOf(replaced, size);
    flags = Arrays.copyOf(flags, size);
    seenBy = Arrays.copyOf(seenBy, size);
  }

  /** Adds an acknowledged write. */
  int acknowledged(int record, long begin, long end) {
    return add(record, begin, end);
  }

  /** Adds a write that may take effect at any time after its begin, or never. */
  int unknown(int record, long begin) {
    int value = add(record, begin, NEVER);
    flags[value] = UNKNOWN;
    return value;
  }

  /** Adds a write that must not take effect. */
  int rejected(int record, long begin, long end) {
    int value = add(record, begin, end);
    flags[value] = REJECTED;
    return value;
  }

  void markAbsence(int value) {
    flags[value] |= ABSENCE;
  }

  /** Notes that a value can have replaced an absence only. */
  void markCreated(int value) {
    flags[value] |= CREATED;
  }

  /** Notes that a value was the current one at some time, whether a strong read says so or not. */
  void markObserved(int value) {
    flags[value] |= OBSERVED;
  }

  /** Adds an observation that must be in order with the writes. */
  void observe(int value, long begin, long end) {
    flags[value] |= OBSERVED;
    if (end < earliestEnd[value]) {
      earliestEnd[value] = end;
    }
    if (begin > latestBegin[value]) {
      latestBegin[value] = begin;
    }
  }

  int size() {
    return count;
  }

  /** Returns whether a value was written in the history. */
  boolean isWritten(int value) {
    return value >= FIRST_WRITE;
  }

  boolean isUnknown(int value) {
    return (flags[value] & UNKNOWN) != 0;
  }

  boolean isObserved(int value) {
    return (flags[value] & OBSERVED) != 0;
  }

  boolean isAbsence(int value) {
    return (flags[value] & ABSENCE) != 0;
  }

  boolean isCreated(int value) {
    return (flags[value] & CREATED) != 0;
  }

  boolean isRejected(int value) {
    return (flags[value] & REJECTED) != 0;
  }

  /** Returns whether the value was certainly current at some time. */
  boolean tookEffect(int value) {
    return (flags[value] & (UNKNOWN | OBSERVED)) != UNKNOWN && (flags[value] & REJECTED) == 0;
  }

  /** Returns whether a write was acknowledged. */
  boolean isAcknowledged(int value) {
    return isWritten(value) && (flags[value] & (UNKNOWN | REJECTED)) == 0;
  }
}
