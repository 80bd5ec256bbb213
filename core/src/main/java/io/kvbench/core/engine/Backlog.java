package io.kvbench.core.engine;

import io.kvbench.core.operation.Request;
import io.kvbench.core.plan.Arrivals;
import io.kvbench.core.workload.RequestSource;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The arrivals of an open loop that no client has taken yet: an index, however many they are.
 * Clients take one at a time; when the drain is over, the conductor takes all the rest.
 */
final class Backlog {
  private final Arrivals arrivals;
  private final long limit;
  private final RequestSource unsent;
  private final AtomicLong next = new AtomicLong();

  /**
   * Creates the backlog of a phase.
   *
   * @param limit the number of arrivals in the phase
   * @param unsent makes the requests that no client gets to make
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

  /** Returns the index of the arrival that is to be taken next, or -1 if there is none left. */
  long next() {
    long index = next.get();
    return index < limit ? index : -1;
  }

  /** Returns when an arrival is due, from the start of the phase. */
  long startNanos(long index) {
    return arrivals.startNanos(index);
  }

  /** Makes a request that is never sent. For the conductor. */
  Request unsent() {
    return unsent.next();
  }

  /** Takes everything that is left, and returns the index of its first arrival. */
  long takeRest() {
    return Math.min(next.getAndSet(limit), limit);
  }

  /**
   * Returns the index of the first arrival that is due at {@code phaseNanos} or later: a search, as
   * schedules only rise.
   */
  long firstFrom(long phaseNanos) {
    long low = 0;
    long high = limit;
    while (low < high) {
      long middle = low + (high - low) / 2;
      if (arrivals.startNanos(middle) < phaseNanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
