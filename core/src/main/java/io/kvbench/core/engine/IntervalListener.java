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
   * The phase's watchers are being opened, before it begins; told about once a second.
   *
   * @param opened how many are open
   * @param all how many there will be
   * @param nanos how long it has taken until now
   */
  default void opening(int opened, int all, long nanos) {}

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
