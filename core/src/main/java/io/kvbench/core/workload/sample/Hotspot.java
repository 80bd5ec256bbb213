package io.kvbench.core.workload.sample;

import java.util.SplittableRandom;

/**
 * A hotspot distribution of items from 0 to {@code items - 1}: with probability {@code
 * hotProbability} one of the first {@code hot}, otherwise one of the others, uniform within either
 * set. If a set is empty, all draws are from the other.
 */
public record Hotspot(long items, long hot, double hotProbability) implements Distribution {

  /** Returns a distribution as in YCSB: the first {@code floor(items * dataFraction)} are hot. */
  public static Hotspot of(long items, double dataFraction, double hotProbability) {
    return new Hotspot(items, (long) (items * dataFraction), hotProbability);
  }

  @Override
  public long draw(SplittableRandom random) {
    boolean drawn = random.nextDouble() < hotProbability;
    boolean fromHot = hot == items || (drawn && hot > 0);
    return fromHot ? random.nextLong(hot) : hot + random.nextLong(items - hot);
  }
}
