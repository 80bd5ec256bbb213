package io.kvbench.host.clock;

/**
 * The bounds of a clock offset, in nanoseconds.
 *
 * @param least the other clock is ahead by no less
 * @param most nor by more
 */
record ClockBounds(long least, long most) {
  static final ClockBounds NONE = new ClockBounds(Long.MIN_VALUE / 2, Long.MAX_VALUE / 2);

  /**
   * Adds a reading, all in nanoseconds since 1970.
   *
   * @param before when the other clock was asked, on this clock
   * @param after when it had answered
   * @param read what it answered
   * @param tick how long its answer stays the same
   */
  ClockBounds and(long before, long after, long read, long tick) {
    long least = read - after;
    long most = read - before + tick;
    ClockBounds both = new ClockBounds(Math.max(this.least, least), Math.min(this.most, most));
    // A clock was set, or drifts: the earlier bounds are no longer valid.
    return both.least <= both.most ? both : new ClockBounds(least, most);
  }
}
