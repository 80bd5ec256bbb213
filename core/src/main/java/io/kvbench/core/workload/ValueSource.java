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
}
