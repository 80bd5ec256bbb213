package io.kvbench.runner.junit;

import java.time.Duration;
import java.util.Objects;

/** Limits of assertions: one that every run keeps, or none, is a mistake of the test. */
final class Numbers {
  private Numbers() {}

  /** Refuses what is no share. */
  static void share(String name, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException(
          name + " is a share from 0 to 1, such as 0.1 for 10 %, and not " + share);
    }
  }

  /** Refuses a share that nothing can be below. */
  static void shareAbove(String name, double share) {
    share(name, share);
    if (share == 0) {
      throw new IllegalArgumentException(name + " is a share of more than 0: none is below 0");
    }
  }

  /** Refuses what is no number of things. */
  static void count(String name, long count) {
    if (count < 0) {
      throw new IllegalArgumentException(name + " is a number of 0 or more, and not " + count);
    }
  }

  /** Returns nanoseconds, at most those that can be counted; refuses what nothing can be below. */
  static long nanosAbove(String name, Duration time) {
    Objects.requireNonNull(time, name);
    if (!time.isPositive()) {
      throw new IllegalArgumentException(name + " is a time of more than 0, and not " + time);
    }
    Duration countable = Duration.ofNanos(Long.MAX_VALUE);
    return time.compareTo(countable) < 0 ? time.toNanos() : Long.MAX_VALUE;
  }

  /** Refuses what is no percentile. */
  static void percentile(double percentile) {
    if (!(percentile >= 0 && percentile <= 100)) {
      throw new IllegalArgumentException(
          "percentile is a number from 0 to 100, such as 99.9, and not " + percentile);
    }
  }

  /** Refuses what is no rate. */
  static void rate(String name, double rate) {
    if (!(rate >= 0 && Double.isFinite(rate))) {
      throw new IllegalArgumentException(name + " is a number of 0 or more, and not " + rate);
    }
  }
}
