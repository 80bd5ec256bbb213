package io.kvbench.core.engine;

import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Who owns each lock, as far as the owners know. An owner knows of its lock from the arrival of the
 * answer until it sends the request to give it up. Unless its lease ended meanwhile, two of these
 * periods that overlap are two owners at one time, whatever the delays of messages were. All times
 * are of one clock. For any number of threads.
 */
final class OwnershipLedger {

  /**
   * How a lock came to its new owner.
   *
   * @param type under which the time since then is measured; null for neither
   */
  record Handover(@Nullable OperationType type, long sinceNanos) {}

  private static final Handover NEITHER = new Handover(null, 0);
  private static final int NOBODY = -1;

  private static final class Held {
    private int owner = NOBODY;
    private boolean paused;
    private long releasedNanos = Long.MIN_VALUE;
    private long abandonedNanos = Long.MIN_VALUE;
    private int newest = NOBODY;
    private long newestToken = Long.MIN_VALUE;
    private long newestNanos;
  }

  private final Map<Operation.Lock, Held> locks = new ConcurrentHashMap<>();
  private final AtomicLong overlaps = new AtomicLong();
  private final AtomicLong pausedOverlaps = new AtomicLong();
  private final AtomicLong expiredOverlaps = new AtomicLong();
  private final AtomicLong staleWrites = new AtomicLong();
  private final AtomicLong tokensOutOfOrder = new AtomicLong();
  private final AtomicLong earlyExpiries = new AtomicLong();
  private final AtomicLong earliestNanos = new AtomicLong();
  private volatile Optional<String> first = Optional.empty();

  /**
   * A lease is kept alive three times in its time to live, so half of that certainly remains when a
   * lock is acquired, and no other client can own it until then.
   */
  private static long half(Operation.Lock lock) {
    return lock.timeToLive().toNanos() / 2;
  }

  private Held held(Operation.Lock lock) {
    return locks.computeIfAbsent(lock, unknown -> new Held());
  }

  Handover acquired(Operation.Lock lock, int client, long token, long requestedNanos, long nanos) {
    Held held = held(lock);
    synchronized (held) {
      if (held.owner != NOBODY && held.paused) {
        pausedOverlaps.incrementAndGet();
      } else if (held.owner != NOBODY && nanos - held.newestNanos > half(lock)) {
        expiredOverlaps.incrementAndGet();
      } else if (held.owner != NOBODY) {
        overlaps.incrementAndGet();
        noteFirst(
            "client %d acquired %s while client %d owned it"
                .formatted(client, lock.key(), held.owner));
      }
      if (token <= held.newestToken && requestedNanos >= held.newestNanos) {
        tokensOutOfOrder.incrementAndGet();
        noteFirst(
            "client %d acquired %s with a token that is not greater than that of client %d before"
                .formatted(client, lock.key(), held.newest));
      }
      Handover handover = handover(held, lock, requestedNanos);
      held.owner = client;
      held.paused = false;
      held.newest = client;
      held.newestToken = Math.max(token, held.newestToken);
      held.newestNanos = nanos;
      held.releasedNanos = Long.MIN_VALUE;
      held.abandonedNanos = Long.MIN_VALUE;
      return handover;
    }
  }

  /** A client that requested the lock later has not waited for all of that time. */
  private static Handover handover(Held held, Operation.Lock lock, long requestedNanos) {
    if (held.abandonedNanos != Long.MIN_VALUE
        && requestedNanos - held.abandonedNanos < half(lock)) {
      return new Handover(OperationType.LOCK_FAILOVER, held.abandonedNanos);
    }
    return held.releasedNanos != Long.MIN_VALUE && requestedNanos <= held.releasedNanos
        ? new Handover(OperationType.LOCK_HANDOVER, held.releasedNanos)
        : NEITHER;
  }

  void released(Operation.Lock lock, int client, long nanos) {
    Held held = held(lock);
    synchronized (held) {
      if (held.owner == client) {
        held.owner = NOBODY;
        if (held.paused) {
          held.abandonedNanos = Long.MIN_VALUE; // When the store took its lock is not known.
        } else {
          held.releasedNanos = nanos;
        }
      }
    }
  }

  void abandoned(Operation.Lock lock, int client, boolean dead, long nanos) {
    Held held = held(lock);
    synchronized (held) {
      if (held.owner == client) {
        held.abandonedNanos = nanos;
        held.paused = !dead;
        if (dead) {
          held.owner = NOBODY;
        }
      }
    }
  }

  void wroteFenced(Operation.Lock lock, int client, long token, long sentNanos) {
    Held held = held(lock);
    synchronized (held) {
      if (held.newestToken > token && held.newestNanos <= sentNanos) {
        staleWrites.incrementAndGet();
        noteFirst(
            "a fenced write of client %d under %s was acknowledged after client %d had acquired it"
                .formatted(client, lock.key(), held.newest));
      }
    }
  }

  void expiredEarly(long nanos) {
    earlyExpiries.incrementAndGet();
    earliestNanos.accumulateAndGet(nanos, Math::max);
  }

  private void noteFirst(String finding) {
    if (first.isEmpty()) {
      first = Optional.of(finding);
    }
  }

  CoordinationCounts counts() {
    return new CoordinationCounts(
        overlaps.get(),
        pausedOverlaps.get(),
        expiredOverlaps.get(),
        staleWrites.get(),
        tokensOutOfOrder.get(),
        earlyExpiries.get(),
        earliestNanos.get(),
        first,
        Optional.empty());
  }
}
