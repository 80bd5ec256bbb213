package io.kvbench.core.measure;

import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The counts of irregularities of locks, leases and watchers in a phase.
 *
 * @param overlaps how often a client acquired a lock while another owned it
 * @param pausedOverlaps how often a client acquired a lock whose owner was paused on purpose and
 *     continued as if it owned it
 * @param expiredOverlaps how often a client acquired a lock whose owner had not released it for so
 *     long that its lease may have ended
 * @param staleWrites how many fenced writes were acknowledged although their client had sent them
 *     after another one had acquired the lock
 * @param tokensOutOfOrder how many fencing tokens were not greater than those before
 * @param outOfTurn how often a client acquired a lock whose previous owner had requested it later;
 *     empty without locks, and in results of earlier versions
 * @param earlyExpiries how many leases ended before their time to live was over
 * @param earliestNanos by how much at most
 * @param first the first of the overlaps, stale writes and tokens, as a description
 * @param deliveries the deliveries to watchers; empty if there were none
 */
public record CoordinationCounts(
    long overlaps,
    long pausedOverlaps,
    long expiredOverlaps,
    long staleWrites,
    long tokensOutOfOrder,
    OptionalLong outOfTurn,
    long earlyExpiries,
    long earliestNanos,
    Optional<String> first,
    Optional<DeliveryCounts> deliveries) {
  private static final CoordinationCounts NONE =
      new CoordinationCounts(
          0, 0, 0, 0, 0, OptionalLong.empty(), 0, 0, Optional.empty(), Optional.empty());

  /** Returns counts of zero. */
  public static CoordinationCounts none() {
    return NONE;
  }

  public CoordinationCounts plus(CoordinationCounts other) {
    return new CoordinationCounts(
        overlaps + other.overlaps,
        pausedOverlaps + other.pausedOverlaps,
        expiredOverlaps + other.expiredOverlaps,
        staleWrites + other.staleWrites,
        tokensOutOfOrder + other.tokensOutOfOrder,
        outOfTurn.isEmpty() && other.outOfTurn.isEmpty()
            ? outOfTurn
            : OptionalLong.of(outOfTurn.orElse(0) + other.outOfTurn.orElse(0)),
        earlyExpiries + other.earlyExpiries,
        Math.max(earliestNanos, other.earliestNanos),
        first.or(other::first),
        Stream.of(deliveries, other.deliveries)
            .flatMap(Optional::stream)
            .reduce(DeliveryCounts::plus));
  }

  /** Returns these counts with those of watchers. */
  public CoordinationCounts with(Optional<DeliveryCounts> told) {
    return new CoordinationCounts(
        overlaps,
        pausedOverlaps,
        expiredOverlaps,
        staleWrites,
        tokensOutOfOrder,
        outOfTurn,
        earlyExpiries,
        earliestNanos,
        first,
        told);
  }

  /** Returns whether the store let two clients own a lock at the same time. */
  public boolean breaksExclusion() {
    return overlaps > 0 || staleWrites > 0 || tokensOutOfOrder > 0;
  }
}
