package io.kvbench.core.workload.value;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Value;
import java.util.SplittableRandom;

/** A source of the values that are written. Immutable; shared by all clients. */
@FunctionalInterface
public interface ValueSource {

  /**
   * Returns a value to be written under a key.
   *
   * @param write the {@link WriteId}, without the run
   */
  Value next(Key key, long write, SplittableRandom random);

  /**
   * Returns a value to be written under a key that differs from all other writes, if it is large
   * enough ({@link io.kvbench.core.operation.Operation.WatchedUpdate#DISTINCT}).
   *
   * @param write the {@link WriteId}, without the run
   */
  default Value distinct(Key key, long write, SplittableRandom random) {
    return WriteId.stamp(next(key, write, random), write);
  }
}
