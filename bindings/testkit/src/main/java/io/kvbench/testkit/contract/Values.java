package io.kvbench.testkit.contract;

import io.kvbench.core.operation.Value;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/** Values with distinguishable bytes: every byte occurs, and no two lengths begin alike. */
final class Values {
  private static final AtomicLong NUMBERS = new AtomicLong();

  private Values() {}

  static Value of(int size) {
    return of(size, size);
  }

  /** Returns a value of 8 bytes or more that begins with a number, greater than all before. */
  static Value numbered(int size) {
    byte[] bytes = of(size).toByteArray();
    ByteBuffer.wrap(bytes).putLong(NUMBERS.incrementAndGet());
    return Value.of(bytes);
  }

  static Value of(int size, int seed) {
    byte[] bytes = new byte[size];
    for (int index = 0; index < size; index++) {
      bytes[index] = (byte) (index * 7 + seed + (index >> 8));
    }
    return Value.of(bytes);
  }
}
