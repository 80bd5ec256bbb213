package io.kvbench.core.workload;

import java.util.SplittableRandom;

/**
 * Items from 0 to {@code items - 1}: with probability {@code hotProbability} one of the first
 * {@code hot}, otherwise one of the others, uniform within either set. Where a set is empty, the
 * other gets everything.
 */
record Hotspot(long items, long hot, double hotProbability) implements Distribution {

  /** Makes the first {@code floor(items * dataFraction)} items hot, as YCSB does. */
  static Hotspot of(long items, double dataFraction, double hotProbability) {
    return new Hotspot(items, (long) (items * dataFraction), hotProbability);
  }

  @Override
  public long draw(SplittableRandom random) {
    boolean drawn = random.nextDouble() < hotProbability;
    boolean fromHot = hot == items || (drawn && hot > 0);
    return fromHot ? random.nextLong(hot) : hot + random.nextLong(items - hot);
  }
}
