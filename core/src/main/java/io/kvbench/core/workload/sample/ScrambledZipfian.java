package io.kvbench.core.workload.sample;

import java.util.SplittableRandom;

/**
 * A scrambled zipfian distribution of items from 0 to {@code items - 1}: a few items, scattered
 * over all, have most of the probability.
 *
 * <p>As in YCSB: a zipfian rank from a space of 10^10 with theta 0.99, whose zeta is known to be
 * {@value #ZETA}, hashed with FNV-1a and taken modulo {@code items}. The space does not depend on
 * {@code items}, so an item gets the shares of all ranks that map to it, and the most popular one
 * slightly over 1/{@code ZETA} of all requests.
 */
public record ScrambledZipfian(long items) implements Distribution {
  static final long SPACE = 10_000_000_000L;
  public static final double ZETA = 26.46902820178302;
  private static final Zipfian RANKS = new Zipfian(SPACE, Zipfian.THETA, ZETA);

  @Override
  public long draw(SplittableRandom random) {
    return itemOf(RANKS.draw(random), items);
  }

  /** Returns the item that a rank maps to. */
  public static long itemOf(long rank, long items) {
    return Math.floorMod(Fnv.ofNumber(rank), items);
  }
}
