package io.kvbench.core.workload;

import java.util.SplittableRandom;

/** A chooser of records that exist as far as one client knows. Used by one thread. */
@FunctionalInterface
interface KeyChooser {

  /** Returns the number of a record. */
  long next(SplittableRandom random);
}
