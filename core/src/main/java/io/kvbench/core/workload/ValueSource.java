package io.kvbench.core.workload;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Value;
import java.util.SplittableRandom;

/** Provides what is written. Immutable; shared by all clients. */
@FunctionalInterface
interface ValueSource {

  /**
   * Returns a value to be written under a key.
   *
   * @param write the {@link WriteId}, without the run
   */
  Value next(Key key, long write, SplittableRandom random);

  /**
   * Returns a value to be written under a key that no other write has, if it is large enough for
   * that ({@link io.kvbench.core.operation.Operation.WatchedUpdate#DISTINCT}).
   *
   * @param write the {@link WriteId}, without the run
   */
  default Value distinct(Key key, long write, SplittableRandom random) {
    return WriteId.stamp(next(key, write, random), write);
  }
}
