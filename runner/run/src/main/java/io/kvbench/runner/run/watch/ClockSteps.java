package io.kvbench.runner.run.watch;

import io.kvbench.core.measure.NanoClock;
import java.time.Instant;

/**
 * A detector of steps of the wall clock against the clock that measures times. Setting the wall
 * clock, by hand or by a time service, is a step; so is the sleep of a machine whose other clock
 * sleeps with it.
 *
 * <p>The wall clock is read between two readings of the other, so the difference is known to lie
 * between two bounds, however long the thread was kept from its processor meanwhile. Only what goes
 * beyond the bounds, beyond what a time service may slew and beyond the coarseness of wall clocks
 * is a step.
 */
final class ClockSteps {
  /** NTP speeds a clock up or slows it down by no more than 500 ppm (RFC 5905). */
  private static final long NANOS_PER_SLEWED_NANO = 2_000;

  /** Smaller steps are within the granularity of some systems' wall clocks. */
  static final long SMALLEST_NANOS = 1_000_000;

  private final NanoClock clock;
  private Sample last;
  private long largest;

  ClockSteps(NanoClock clock) {
    this.clock = clock;
    last = read();
  }

  /** Compares the clocks with how they were at the last call. For one thread at a time. */
  void sample() {
    Sample now = read();
    long change = now.differenceNanos - last.differenceNanos;
    long slewed = (now.atNanos - last.atNanos) / NANOS_PER_SLEWED_NANO;
    long doubt = now.doubtNanos + last.doubtNanos + slewed;
    if (Math.abs(change) > doubt + SMALLEST_NANOS && Math.abs(change) > Math.abs(largest)) {
      largest = change;
    }
    last = now;
  }

  /** Returns the largest step, positive if the wall clock was put forward; 0 if there was none. */
  long largestNanos() {
    return largest;
  }

  private Sample read() {
    long before = clock.nanos();
    Instant wall = clock.instant();
    long after = clock.nanos();
    long wallNanos = Math.addExact(wall.getEpochSecond() * 1_000_000_000, wall.getNano());
    return new Sample(after, wallNanos - before, after - before);
  }

  /**
   * A comparison of the two clocks.
   *
   * @param differenceNanos wall clock less the other; too much by up to {@code doubtNanos}
   */
  private record Sample(long atNanos, long differenceNanos, long doubtNanos) {}
}
