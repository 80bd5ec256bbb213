package io.kvbench.bindings.support;

import java.time.Duration;

/**
 * A deadline.
 *
 * @param nanoTime in the scale of {@link System#nanoTime()}
 */
public record Deadline(long nanoTime) {

  /** Returns the deadline this far from now. */
  public static Deadline in(Duration limit) {
    return new Deadline(System.nanoTime() + limit.toNanos());
  }

  /** Returns the remaining time, zero once the deadline has passed. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
  }

  public boolean isOver() {
    return System.nanoTime() - nanoTime >= 0;
  }
}
