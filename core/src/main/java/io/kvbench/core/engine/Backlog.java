package io.kvbench.core.engine;

import io.kvbench.core.operation.Request;
import io.kvbench.core.plan.Arrivals;
import io.kvbench.core.plan.ChangedArrivals;
import io.kvbench.core.workload.request.RequestSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The arrivals of an open loop that no client has taken yet: an index, regardless of their number.
 * Clients take one at a time; after the drain, the conductor takes all the rest.
 */
final class Backlog {
  /** Replaced when the rate changes. */
  private volatile Arrivals arrivals;

  private final long limit;
  private final RequestSource unsent;
  private final AtomicLong next = new AtomicLong();

  /**
   * Creates the backlog of a phase.
   *
   * @param limit the number of arrivals in the phase
   * @param unsent makes the requests that no client sends
   */
  Backlog(Arrivals arrivals, long limit, RequestSource unsent) {
    this.arrivals = arrivals;
    this.limit = limit;
    this.unsent = unsent;
  }

  /** Takes the next arrival and returns its index, or -1 if there is none left. */
  long take() {
    long index = next.getAndIncrement();
    return index < limit ? index : -1;
  }

  /** Returns the index of the next arrival, or -1 if there is none left. */
  long next() {
    long index = next.get();
    return index < limit ? index : -1;
  }

  /** Returns the schedule, which changes of the rate replace during the phase. */
  Arrivals arrivals() {
    return arrivals;
  }

  /** Changes the schedule of the arrivals that are due later. */
  void change(Arrivals changed) {
    arrivals = changed;
  }

  /** Returns when an arrival is due, from the start of the phase. */
  long startNanos(long index) {
    return arrivals.startNanos(index);
  }

  /** Makes a request that is never sent. For the conductor. */
  Request unsent() {
    return unsent.next();
  }

  /** Takes all remaining arrivals, and returns the index of the first. */
  long takeRest() {
    return Math.min(next.getAndSet(limit), limit);
  }

  /** Returns the index of the first arrival that is due at {@code phaseNanos} or later. */
  long firstFrom(long phaseNanos) {
    return Math.min(limit, ChangedArrivals.firstFrom(arrivals, phaseNanos));
  }
}
