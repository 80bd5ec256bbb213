package io.kvbench.core.workload;

import java.util.SplittableRandom;

/** A source of whole numbers that takes its randomness from the caller. Immutable. */
@FunctionalInterface
public interface Distribution {

  /** Returns the next number. Allocates nothing. */
  long draw(SplittableRandom random);
}
