package io.kvbench.core.engine;

import io.kvbench.core.operation.Request;
import io.kvbench.core.workload.request.RequestSource;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * One client's share of a phase's requests, from which other clients may steal. A request is first
 * claimed and then made. Requests are made one after the other, by any client, so they are the same
 * as the client alone would have made.
 *
 * <p>Memory order: the source is used between an acquire and a release of {@link #MAKING}. The last
 * client that made a request ends after it, or has an operation in flight that it submitted after
 * it; the conductor has observed either when the phase is over.
 */
final class ClientQuota {
  /**
   * Making a request takes less than a microsecond, unless its value is long and made for its key,
   * or the maker has lost its processor.
   */
  private static final int SPINS = 100;

  /** How many longs fill a cache line. */
  private static final int LINE = 8;

  /** The requests left to claim; negative after claims that failed. */
  private static final int LEFT = LINE;

  /** 1 while a request is being made. */
  private static final int MAKING = LINE + 1;

  private final RequestSource source;

  /** Padded by a cache line on either side, to avoid false sharing between clients. */
  private final AtomicLongArray state = new AtomicLongArray(LINE + 2 + LINE);

  ClientQuota(RequestSource source, long requests) {
    this.source = source;
    state.set(LEFT, requests);
  }

  /** Claims a request to be made; returns whether there was one left. */
  boolean claim() {
    return state.getOpaque(LEFT) > 0 && state.getAndDecrement(LEFT) > 0;
  }

  boolean isEmpty() {
    return state.getOpaque(LEFT) <= 0;
  }

  /** Makes a claimed request. */
  Request make() {
    begin();
    try {
      return source.next();
    } finally {
      state.setRelease(MAKING, 0);
    }
  }

  boolean mayDrop() {
    return source.mayDrop();
  }

  @SuppressWarnings("ThreadPriorityCheck") // frees the carrier, which the maker may need
  private void begin() {
    for (int spins = 0; !state.compareAndSet(MAKING, 0, 1); spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }
}
