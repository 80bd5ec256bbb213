package io.kvbench.core.engine;

import io.kvbench.core.operation.Request;
import io.kvbench.core.workload.RequestSource;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * One client's share of a phase's requests, from which the other clients may take, too. A request
 * is first claimed and then made: as many are claimed as the share has, and they are made one after
 * the other, whoever does it, so they are those that the client alone would have made.
 *
 * <p>Memory order: the source is used between an acquire and a release of {@link #MAKING}. The last
 * one who made a request ends after it, or has an operation under way that it submitted after it;
 * the conductor has seen the one or the other when the phase is over.
 */
final class Share {
  /**
   * Making a request is a matter of less than a microsecond, unless its value is long and made for
   * its key; and who makes it may have lost its processor.
   */
  private static final int SPINS = 100;

  /** So many numbers fill a line of a processor's cache. */
  private static final int LINE = 8;

  /** The requests left to claim; less than 0 when some came in vain. */
  private static final int LEFT = LINE;

  /** 1 while somebody makes a request. */
  private static final int MAKING = LINE + 1;

  private final RequestSource source;

  /**
   * A line is left free on either side: clients who write to their own shares at the same time must
   * not get in each other's way.
   */
  private final AtomicLongArray state = new AtomicLongArray(LINE + 2 + LINE);

  Share(RequestSource source, long requests) {
    this.source = source;
    state.set(LEFT, requests);
  }

  /** Takes the right to make one of the requests; returns whether there was one left. */
  boolean claim() {
    return state.getOpaque(LEFT) > 0 && state.getAndDecrement(LEFT) > 0;
  }

  boolean isEmpty() {
    return state.getOpaque(LEFT) <= 0;
  }

  /** Makes a request that was claimed. */
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

  @SuppressWarnings("ThreadPriorityCheck") // lets whoever makes one go on, if it needs the carrier
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
