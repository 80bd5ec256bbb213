package io.kvbench.core.measure;

import java.util.Optional;

/**
 * The clients of an open loop, and what it missed for want of more.
 *
 * @param most the largest number of clients that there was
 * @param limit how many there could have been
 * @param noneFreeNanos for how long a request was due, no client was free, and no more could be
 *     started
 * @param delayed how many requests that delayed, by {@link #LEAST_DELAY_NANOS} at least; those that
 *     were never sent are among them
 * @param needed how many clients would have sent all of them in time; 0 if none was delayed
 * @param refusal why no further session could be opened, if that was the limit
 */
public record PoolUse(
    int most, int limit, long noneFreeNanos, long delayed, long needed, Optional<String> refusal) {
  /** A client that comes back sooner is in time. */
  public static final long LEAST_DELAY_NANOS = 1_000_000;

  /** Returns whether requests waited for a client although there were as many as there could be. */
  public boolean wasShort() {
    return delayed > 0;
  }

  /** Returns the use of two pools at the same time. */
  public PoolUse plus(PoolUse other) {
    return new PoolUse(
        most + other.most,
        limit + other.limit,
        Math.max(noneFreeNanos, other.noneFreeNanos),
        delayed + other.delayed,
        enough() + other.enough() > most + other.most ? enough() + other.enough() : 0,
        refusal.or(other::refusal));
  }

  private long enough() {
    return Math.max(most, needed);
  }
}
