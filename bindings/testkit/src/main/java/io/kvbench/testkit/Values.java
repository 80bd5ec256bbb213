package io.kvbench.testkit;

import io.kvbench.core.operation.Value;

/** Values whose bytes tell them apart: every byte occurs, and no two lengths begin alike. */
final class Values {
  private Values() {}

  static Value of(int size) {
    return of(size, size);
  }

  static Value of(int size, int seed) {
    byte[] bytes = new byte[size];
    for (int index = 0; index < size; index++) {
      bytes[index] = (byte) (index * 7 + seed + (index >> 8));
    }
    return Value.of(bytes);
  }
}
