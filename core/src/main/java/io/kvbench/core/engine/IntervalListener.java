package io.kvbench.core.engine;

import io.kvbench.core.measure.Interval;
import java.time.Instant;

/**
 * The listener to the intervals of a running phase; called on the conductor's thread, and must not
 * block for long.
 */
@FunctionalInterface
public interface IntervalListener {
  /**
   * The phase does something before its first request or after its last; reported about once a
   * second.
   *
   * @param what such as "opening watchers"
   * @param done how many of them are done
   * @param all how many there will be
   * @param nanos the time since it began
   */
  default void waiting(String what, long done, long all, long nanos) {}

  /**
   * All clients are ready and start when this returns: measurements beside the phase begin here. An
   * interruption of the thread is kept, and ends the phase at its beginning.
   */
  default void ready() {}

  /**
   * The clients have started.
   *
   * @param nanos when, on the clock of the phase, from which its times count
   * @param startedAt the same on the wall clock
   */
  default void began(long nanos, Instant startedAt) {}

  /** Receives the interval that has just ended. */
  void ended(Interval interval);

  /**
   * The last client has ended or was abandoned: measurements beside the phase end here. What
   * follows, such as closing sessions and the last interval, is not part of it.
   */
  default void over() {}
}
