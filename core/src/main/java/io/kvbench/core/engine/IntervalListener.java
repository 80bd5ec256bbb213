package io.kvbench.core.engine;

import io.kvbench.core.measure.Interval;
import java.time.Instant;

/**
 * Told of every interval while a phase runs, by the thread that conducts the phase; must not block
 * for long.
 */
@FunctionalInterface
public interface IntervalListener {
  /**
   * The clients have been let go.
   *
   * @param nanos when, on the clock of the phase: what its times are counted from
   * @param startedAt the same on the wall clock
   */
  default void began(long nanos, Instant startedAt) {}

  /** Takes the interval that has just ended. */
  void ended(Interval interval);
}
