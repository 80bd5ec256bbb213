package io.kvbench.core.engine;

import io.kvbench.core.operation.Request;
import io.kvbench.core.workload.RequestSource;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * One client's share of a phase's requests, from which the other clients may take, too. A request
 * is first claimed and then made: as many are claimed as the share has, and they are made one after
 * the other, whoever does it, so they are those that the client alone would have made.
 *
 * <p>Memory order: the source is used between an acquire and a release of {@code making}. The last
 * one who made a request ends after it, or has an operation under way that it submitted after it;
 * the conductor has seen the one or the other when the phase is over.
 */
final class Share {
  /** Making a request takes less than a microsecond; who makes it may have lost its processor. */
  private static final int SPINS = 100;

  private static final VarHandle LEFT;
  private static final VarHandle MAKING;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      LEFT = lookup.findVarHandle(Share.class, "left", long.class);
      MAKING = lookup.findVarHandle(Share.class, "making", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final RequestSource source;

  @SuppressWarnings("UnusedVariable") // through LEFT; less than 0 when some came in vain
  private long left;

  @SuppressWarnings("unused") // through MAKING: 1 while somebody makes a request
  private int making;

  Share(RequestSource source, long requests) {
    this.source = source;
    left = requests;
  }

  /** Takes the right to make one of the requests; returns whether there was one left. */
  boolean claim() {
    return (long) LEFT.getOpaque(this) > 0 && (long) LEFT.getAndAdd(this, -1L) > 0;
  }

  /** Makes a request that was claimed. */
  Request make() {
    begin();
    try {
      return source.next();
    } finally {
      MAKING.setRelease(this, 0);
    }
  }

  @SuppressWarnings("ThreadPriorityCheck") // lets whoever makes one go on, if it needs the carrier
  private void begin() {
    for (int spins = 0; !MAKING.compareAndSet(this, 0, 1); spins++) {
      if (spins < SPINS) {
        Thread.onSpinWait();
      } else {
        Thread.yield();
      }
    }
  }
}
