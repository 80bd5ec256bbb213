package io.kvbench.core.consistency;

import java.util.Arrays;

/**
 * A growable list of operations of one key that observed a value, or that it was another value: the
 * record, the interval and the value's number. For one thread.
 */
final class ObservationList {
  private static final int FIRST = 16;

  private int[] records = new int[FIRST];
  private int[] values = new int[FIRST];
  private long[] begins = new long[FIRST];
  private long[] ends = new long[FIRST];
  private int count;

  void clear() {
    count = 0;
  }

  void add(int record, int value, long begin, long end) {
    if (count == records.length) {
      records = Arrays.copyOf(records, 2 * count);
      values = Arrays.copyOf(values, 2 * count);
      begins = Arrays.copyOf(begins, 2 * count);
      ends = Arrays.copyOf(ends, 2 * count);
    }
    records[count] = record;
    values[count] = value;
    begins[count] = begin;
    ends[count++] = end;
  }

  int size() {
    return count;
  }

  int record(int index) {
    return records[index];
  }

  int value(int index) {
    return values[index];
  }

  long begin(int index) {
    return begins[index];
  }

  long end(int index) {
    return ends[index];
  }
}
