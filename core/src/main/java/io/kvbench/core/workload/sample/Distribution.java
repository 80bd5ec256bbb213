package io.kvbench.core.workload.sample;

import java.util.SplittableRandom;

/** A distribution of whole numbers, given a source of randomness. Immutable. */
@FunctionalInterface
public interface Distribution {

  /** Returns the next number. Allocates nothing. */
  long draw(SplittableRandom random);
}
