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
   * The phase does something before its first request or after its last; told about once a second.
   *
   * @param what such as "opening watchers"
   * @param done how many of them are done
   * @param all how many there will be
   * @param nanos how long it has taken until now
   */
  default void waiting(String what, long done, long all, long nanos) {}

  /**
   * All clients are there and wait to be let go, which happens when this returns: what is measured
   * beside the phase begins here. An interruption of the thread is kept, and ends the phase at its
   * beginning.
   */
  default void ready() {}

  /**
   * The clients have been let go.
   *
   * @param nanos when, on the clock of the phase: what its times are counted from
   * @param startedAt the same on the wall clock
   */
  default void began(long nanos, Instant startedAt) {}

  /** Takes the interval that has just ended. */
  void ended(Interval interval);

  /**
   * The last client has ended, or was given up: what is measured beside the phase ends here. What
   * follows, such as closing sessions and the last interval, is no part of it.
   */
  default void over() {}
}
