package io.kvbench.core.engine;

import io.kvbench.core.measure.CoordinationCounts;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The owners of each lock, as observed by the owners. An owner holds its lock from the arrival of
 * the answer until it sends the request to release it. Unless its lease ended meanwhile, two
 * overlapping periods are two owners at one time, regardless of message delays. All times are of
 * one clock. Thread-safe.
 */
final class OwnershipLedger {

  /**
   * The hand-over of a lock to its new owner.
   *
   * @param type under which the time since then is measured; null for neither
   */
  record Handover(@Nullable OperationType type, long sinceNanos) {}

  private static final Handover NEITHER = new Handover(null, 0);
  private static final int NOBODY = -1;

  /** How many owners of a lock are kept: more than there can be while a write is in flight. */
  private static final int OWNERS_KNOWN = 64;

  private static final class Held {
    private int owner = NOBODY;
    private boolean paused;
    private long releasedNanos = Long.MIN_VALUE;
    private long abandonedNanos = Long.MIN_VALUE;
    private int former = NOBODY;
    private int newest = NOBODY;
    private long newestToken = Long.MIN_VALUE;
    private long newestNanos;
    private long newestRequestedNanos = Long.MIN_VALUE;

    /** The times at which the last owners acquired it, by token. */
    private final TreeMap<Long, Long> acquired = new TreeMap<>();

    /**
     * Returns whether another client owned it when an owner acquired it. Clients report in the
     * order in which they run: the release may have been reported earlier.
     */
    boolean isOwnedAt(long nanos) {
      return owner != NOBODY || (releasedNanos != Long.MIN_VALUE && nanos < releasedNanos);
    }

    /** Returns whether the previous owner is known to have owned it before the next one did. */
    boolean isInOrder(long requestedNanos, long nanos) {
      boolean released = releasedNanos != Long.MIN_VALUE && releasedNanos <= nanos;
      return requestedNanos >= newestNanos || (owner == NOBODY && released);
    }
  }

  private final Map<Operation.Lock, Held> locks = new ConcurrentHashMap<>();
  private final AtomicLong overlaps = new AtomicLong();
  private final AtomicLong pausedOverlaps = new AtomicLong();
  private final AtomicLong expiredOverlaps = new AtomicLong();
  private final AtomicLong staleWrites = new AtomicLong();
  private final AtomicLong tokensOutOfOrder = new AtomicLong();
  private final AtomicLong outOfTurn = new AtomicLong();
  private final AtomicLong earlyExpiries = new AtomicLong();
  private final AtomicLong earliestNanos = new AtomicLong();
  private volatile Optional<String> first = Optional.empty();

  /**
   * A lease is kept alive three times in its time to live, so at least half of it remains when a
   * lock is acquired, and no other client can own the lock until then.
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
      boolean owned = held.isOwnedAt(nanos);
      if (held.owner != NOBODY && held.paused) {
        pausedOverlaps.incrementAndGet();
      } else if (owned && nanos - held.newestNanos > half(lock)) {
        expiredOverlaps.incrementAndGet();
      } else if (owned) {
        overlaps.incrementAndGet();
        noteFirst(
            "client %d acquired %s while client %d owned it"
                .formatted(client, lock.key(), held.owner == NOBODY ? held.former : held.owner));
      }
      if (token <= held.newestToken && held.isInOrder(requestedNanos, nanos)) {
        tokensOutOfOrder.incrementAndGet();
        noteFirst(
            "client %d acquired %s with a token that is not greater than that of client %d before"
                .formatted(client, lock.key(), held.newest));
      }
      if (requestedNanos < held.newestRequestedNanos) {
        outOfTurn.incrementAndGet();
      }
      held.newestRequestedNanos = requestedNanos;
      Handover handover = owned && !held.paused ? NEITHER : handover(held, lock, requestedNanos);
      held.acquired.put(token, nanos);
      if (held.acquired.size() > OWNERS_KNOWN) {
        held.acquired.pollFirstEntry();
      }
      held.owner = client;
      held.paused = false;
      held.newest = client;
      held.newestToken = Math.max(token, held.newestToken);
      held.newestNanos = Math.max(nanos, held.newestNanos);
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
        held.former = client;
        if (held.paused) {
          held.abandonedNanos = Long.MIN_VALUE; // When the store released the lock is unknown.
        } else {
          held.releasedNanos = nanos;
        }
      }
    }
  }

  /** The lock may remain the client's until its lease ends: that would not be a hand-over. */
  void releaseFailed(Operation.Lock lock, int client) {
    Held held = held(lock);
    synchronized (held) {
      if (held.owner == NOBODY && held.former == client) {
        held.releasedNanos = Long.MIN_VALUE;
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
      boolean stale =
          held.acquired.tailMap(token, false).values().stream().anyMatch(at -> at <= sentNanos);
      if (stale) {
        staleWrites.incrementAndGet();
        noteFirst(
            "a fenced write of client %d under %s was acknowledged after another client had acquired it"
                .formatted(client, lock.key()));
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
        locks.isEmpty() ? OptionalLong.empty() : OptionalLong.of(outOfTurn.get()),
        earlyExpiries.get(),
        earliestNanos.get(),
        first,
        Optional.empty());
  }
}
