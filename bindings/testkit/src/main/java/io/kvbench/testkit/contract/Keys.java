package io.kvbench.testkit.contract;

import io.kvbench.core.operation.Key;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/** Unique keys, all of one length and in the order of their creation. */
final class Keys {
  static final int LENGTH = 8;

  private static final AtomicInteger MADE = new AtomicInteger();

  private Keys() {}

  static Key next() {
    return Key.of(String.format(Locale.ROOT, "k%07d", MADE.incrementAndGet()));
  }
}
