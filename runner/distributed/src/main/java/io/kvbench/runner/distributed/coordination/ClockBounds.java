package io.kvbench.runner.distributed.coordination;

import java.time.Duration;
import java.time.Instant;

/**
 * What is known of a clock offset, in nanoseconds.
 *
 * @param least the other clock is ahead by no less
 * @param most nor by more
 */
record ClockBounds(long least, long most) {
  static final ClockBounds NONE = new ClockBounds(Long.MIN_VALUE / 2, Long.MAX_VALUE / 2);

  private static final long MILLI = 1_000_000;

  /**
   * Adds what an exchange says.
   *
   * @param before when the request was sent, on this clock
   * @param after when the answer came
   * @param milli the millisecond of the other clock in which the request was served
   */
  ClockBounds and(Instant before, Instant after, long milli) {
    long least = Duration.between(after, Instant.ofEpochMilli(milli)).toNanos();
    long most = Duration.between(before, Instant.ofEpochMilli(milli)).toNanos() + MILLI;
    ClockBounds both = new ClockBounds(Math.max(this.least, least), Math.min(this.most, most));
    // A clock was set, or drifts: what was known before is no longer true.
    return both.least <= both.most ? both : new ClockBounds(least, most);
  }

  ClockOffset offset() {
    return new ClockOffset(
        Duration.ofNanos(least + (most - least) / 2), Duration.ofNanos((most - least + 1) / 2));
  }
}
