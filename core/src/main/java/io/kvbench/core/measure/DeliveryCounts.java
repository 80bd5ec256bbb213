package io.kvbench.core.measure;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The deliveries of acknowledged writes to the watchers of a phase. Each write is expected once by
 * each of its watchers, and is then delivered, lost or coalesced.
 *
 * @param expected how many deliveries there should have been: for each write, one to each watcher
 * @param delivered how many were delivered, each counted once
 * @param lost how many never arrived
 * @param duplicated how many arrived again
 * @param reordered how many arrived after a later write had been delivered to the same watcher
 * @param coalesced how many were replaced by that of a later write, on watchers that report the
 *     latest state only
 * @param interruptions how often a watcher lost its connection and resumed
 * @param failures how many watchers ended with an error
 * @param uninterruptedFaults how many were lost, duplicated or out of order at watchers that were
 *     neither interrupted nor failed before; empty in results of earlier versions
 * @param first a description of the first delivery that was lost, duplicated or out of order; one
 *     of an uninterrupted watcher if there is one
 */
public record DeliveryCounts(
    long expected,
    long delivered,
    long lost,
    long duplicated,
    long reordered,
    long coalesced,
    long interruptions,
    long failures,
    OptionalLong uninterruptedFaults,
    Optional<String> first) {

  public DeliveryCounts plus(DeliveryCounts other) {
    return new DeliveryCounts(
        expected + other.expected,
        delivered + other.delivered,
        lost + other.lost,
        duplicated + other.duplicated,
        reordered + other.reordered,
        coalesced + other.coalesced,
        interruptions + other.interruptions,
        failures + other.failures,
        OptionalLong.of(faultsOfStore() + other.faultsOfStore()),
        faultsOfStore() > 0 || other.faultsOfStore() == 0 ? first.or(other::first) : other.first);
  }

  /** Returns how many faults are not excused by an interruption. */
  public long faultsOfStore() {
    boolean excused = interruptions > 0 || failures > 0;
    return uninterruptedFaults.orElse(excused ? 0 : lost + duplicated + reordered);
  }

  /** Returns whether a delivery was lost, duplicated or out of order. */
  public boolean hasFaults() {
    return lost > 0 || duplicated > 0 || reordered > 0;
  }
}
