package io.kvbench.runner.cluster;

import java.util.OptionalLong;

/**
 * A server's use of its limits since its start, as counted by its kernel. Unknown figures are
 * empty.
 *
 * @param peakMemoryBytes the peak memory, including its part of the page cache
 * @param memoryFailures how often it reached its memory limit, and pages had to be freed
 * @param periods how many periods of 100 ms it wanted to run in
 * @param throttledPeriods in how many of them it had used up its processor time
 * @param throttledNanos how long its threads then waited, summed over processors
 */
public record LimitUse(
    OptionalLong peakMemoryBytes,
    OptionalLong memoryFailures,
    OptionalLong periods,
    OptionalLong throttledPeriods,
    OptionalLong throttledNanos) {
  private static final OptionalLong NO = OptionalLong.empty();

  public static final LimitUse UNKNOWN = new LimitUse(NO, NO, NO, NO, NO);

  /** Returns the counters' increases since an earlier time; the peak is not relative. */
  public LimitUse since(LimitUse earlier) {
    return new LimitUse(
        peakMemoryBytes,
        increase(earlier.memoryFailures, memoryFailures),
        increase(earlier.periods, periods),
        increase(earlier.throttledPeriods, throttledPeriods),
        increase(earlier.throttledNanos, throttledNanos));
  }

  /** The counters of a server that was restarted meanwhile may begin at 0. */
  private static OptionalLong increase(OptionalLong before, OptionalLong after) {
    if (before.isEmpty() || after.isEmpty()) {
      return NO;
    }
    long more = after.getAsLong() - before.getAsLong();
    return OptionalLong.of(more < 0 ? after.getAsLong() : more);
  }
}
