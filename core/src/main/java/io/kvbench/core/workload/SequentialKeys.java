package io.kvbench.core.workload;

import java.util.SplittableRandom;

/**
 * The loaded records in their order, round and round. Client {@code i} of {@code n} takes the
 * records {@code i, i + n, i + 2n ...} modulo their count, so that all clients together go round in
 * order.
 */
final class SequentialKeys implements KeyChooser {
  private final KnownKeys known;
  private long next;

  SequentialKeys(KnownKeys known) {
    this.known = known;
    this.next = known.client() % known.loadCount();
  }

  @Override
  public long next(SplittableRandom random) {
    long index = next;
    next = (next + known.clients()) % known.loadCount();
    return known.loaded(index);
  }
}
