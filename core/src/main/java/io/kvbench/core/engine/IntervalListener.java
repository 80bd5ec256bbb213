package io.kvbench.core.engine;

import io.kvbench.core.measure.Interval;

/**
 * Told of every interval while a phase runs, by the thread that conducts the phase; must not block
 * for long.
 */
@FunctionalInterface
public interface IntervalListener {
  /** Takes the interval that has just ended. */
  void ended(Interval interval);
}
