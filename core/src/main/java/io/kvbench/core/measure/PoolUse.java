package io.kvbench.core.measure;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * The clients of an open loop, and their shortage.
 *
 * @param most the peak number of clients
 * @param limit the max number of clients
 * @param noneFreeNanos for how long a request was due, no client was free, and no more could be
 *     started
 * @param delayed how many requests this delayed by at least {@link #LEAST_DELAY_NANOS}, including
 *     those that were never sent
 * @param needed how many clients would have sent all of them in time; 0 if none was delayed
 * @param refusal why no further session could be opened, if that was the limit
 * @param connections how many connections were opened for clients that were started on demand;
 *     empty where they share connections, and in older results
 */
public record PoolUse(
    int most,
    int limit,
    long noneFreeNanos,
    long delayed,
    long needed,
    Optional<String> refusal,
    OptionalInt connections) {
  /** Shorter delays are ignored. */
  public static final long LEAST_DELAY_NANOS = 1_000_000;

  /** Returns the use of a fixed number of clients. */
  static PoolUse fixed(int clients) {
    return new PoolUse(clients, clients, 0, 0, 0, Optional.empty(), OptionalInt.empty());
  }

  /** Returns whether requests waited for a client although the limit of clients was reached. */
  public boolean wasShort() {
    return delayed > 0;
  }

  /** Returns the combined use of two concurrent pools. */
  public PoolUse plus(PoolUse other) {
    return new PoolUse(
        most + other.most,
        limit + other.limit,
        Math.max(noneFreeNanos, other.noneFreeNanos),
        delayed + other.delayed,
        enough() + other.enough() > most + other.most ? enough() + other.enough() : 0,
        refusal.or(other::refusal),
        connections.isEmpty() && other.connections.isEmpty()
            ? OptionalInt.empty()
            : OptionalInt.of(connections.orElse(0) + other.connections.orElse(0)));
  }

  private long enough() {
    return Math.max(most, needed);
  }
}
