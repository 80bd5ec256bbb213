package io.kvbench.core.workload;

import java.util.SplittableRandom;

/** Picks a record that exists to one client's knowledge. Used by one thread. */
@FunctionalInterface
interface KeyChooser {

  /** Returns the number of a record. */
  long next(SplittableRandom random);
}
