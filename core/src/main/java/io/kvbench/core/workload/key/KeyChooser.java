package io.kvbench.core.workload.key;

import java.util.SplittableRandom;

/** A chooser of records that exist as far as one client knows. Used by one thread. */
@FunctionalInterface
public interface KeyChooser {

  /** Returns the number of a record. */
  long next(SplittableRandom random);
}
