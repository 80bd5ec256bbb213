package io.kvbench.bindings.dengine;

import java.time.Duration;

/** A point in time to be done by. */
record Deadline(long nanoTime) {

  static Deadline in(Duration limit) {
    return new Deadline(System.nanoTime() + limit.toNanos());
  }

  /** Returns the time that is left, zero when there is none. */
  Duration left() {
    return Duration.ofNanos(Math.max(0, nanoTime - System.nanoTime()));
  }

  boolean isOver() {
    return System.nanoTime() - nanoTime >= 0;
  }
}
