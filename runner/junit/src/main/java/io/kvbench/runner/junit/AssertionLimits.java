package io.kvbench.runner.junit;

import java.time.Duration;
import java.util.Objects;

/** Checks of assertions' limits: one that every run meets, or none, is a mistake in the test. */
final class AssertionLimits {
  private AssertionLimits() {}

  /** Rejects a number that is not a share. */
  static void share(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          name + " is a share from 0 to 1, such as 0.1 for 10 %, and not " + share);
    }
  }

  /** Rejects a share that nothing can be below. */
  static void shareAbove(String name, double share) {
    share(name, share);
    if (share == 0) {
      throw new IllegalArgumentException(name + " is a share of more than 0: none is below 0");
    }
  }

  /** Rejects a negative count. */
  static void count(String name, long count) {
    if (count < 0) {
      throw new IllegalArgumentException(name + " is a number of 0 or more, and not " + count);
    }
  }

  /** Returns nanoseconds, capped; rejects a limit that nothing can be below. */
  static long nanosAbove(String name, Duration time) {
    Objects.requireNonNull(time, name);
    if (!time.isPositive()) {
      throw new IllegalArgumentException(name + " is a time of more than 0, and not " + time);
    }
    Duration countable = Duration.ofNanos(Long.MAX_VALUE);
    return time.compareTo(countable) < 0 ? time.toNanos() : Long.MAX_VALUE;
  }

  /** Rejects a number that is not a percentile. */
  static void percentile(double percentile) {
    if (!(percentile >= 0 && percentile <= 100)) {
      throw new IllegalArgumentException(
          "percentile is a number from 0 to 100, such as 99.9, and not " + percentile);
    }
  }

  /** Rejects a number that is not a rate. */
  static void rate(String name, double rate) {
    if (!(rate >= 0 && Double.isFinite(rate))) {
      throw new IllegalArgumentException(name + " is a number of 0 or more, and not " + rate);
    }
  }
}
