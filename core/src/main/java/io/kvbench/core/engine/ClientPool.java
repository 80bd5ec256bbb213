package io.kvbench.core.engine;

import io.kvbench.core.binding.BindingException;
import io.kvbench.core.measure.PoolUse;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The clients of a phase. In an open loop, when a request is due and no client is free, another one
 * is started, up to a limit. A separate thread does that, which sleeps as long as any client is
 * free. At the limit it measures the shortage.
 *
 * <p>A client of an open loop is free while it waits for the time of a request, and before its
 * first request. One that is started on demand may have to connect first; no further clients are
 * started for as many requests as there are connecting clients.
 */
final class ClientPool {
  private static final long NAP_NANOS = PoolUse.LEAST_DELAY_NANOS;

  /** The wait after a session could not be opened. */
  private static final long REFUSED_NANOS = 1_000_000_000;

  /** In milliseconds. */
  private static final int MOST_WAITS = 1_000;

  /** A factory of clients with open sessions. */
  @FunctionalInterface
  interface Opening {
    ClientHandle open(int index, ClientPool pool) throws BindingException;
  }

  private final PhaseState phase;
  private final Optional<Backlog> backlog;
  private final Opening opening;

  /** Of {@code size} clients, each written before the size that counts it. */
  private final ClientHandle[] clients;

  private volatile int size;
  private volatile int limit;
  private volatile @Nullable String refusal;

  /** The time of the last refusal, for the thread that starts clients. */
  private long refusedAt;

  private final AtomicInteger free = new AtomicInteger();

  /** Clients that were started and do not wait for a request yet, since they connect. */
  private final AtomicInteger starting = new AtomicInteger();

  private final AtomicInteger ownConnections = new AtomicInteger();
  private volatile boolean resting;
  private volatile boolean closed;
  private volatile @Nullable Thread growth;

  private final LongAdder delayed = new LongAdder();
  private final LongAdder noneFreeNanos = new LongAdder();

  /** The end of the time without a free client that has been added up. */
  private final AtomicLong noneFreeUntil = new AtomicLong(Long.MIN_VALUE);

  private final AtomicLong nextLook = new AtomicLong(Long.MIN_VALUE);
  private final AtomicLong needed = new AtomicLong();

  /**
   * Creates a pool without clients.
   *
   * @param backlog the arrivals; empty in a closed loop, whose pool never grows
   * @param limit the max number of clients
   */
  ClientPool(PhaseState phase, Optional<Backlog> backlog, int limit, Opening opening) {
    this.phase = phase;
    this.backlog = backlog;
    this.limit = limit;
    this.opening = opening;
    clients = new ClientHandle[limit];
  }

  /**
   * Opens the clients that a phase begins with.
   *
   * @throws BindingException if a session cannot be opened
   */
  void open(int count) throws BindingException {
    while (size < count) {
      add();
      free.incrementAndGet();
    }
  }

  private ClientHandle add() throws BindingException {
    int index = size;
    ClientHandle opened = opening.open(index, this);
    clients[index] = opened;
    if (opened.connects()) {
      ownConnections.incrementAndGet();
    }
    size = index + 1;
    return opened;
  }

  /** Returns the current clients, by their indexes. */
  List<ClientHandle> all() {
    return Collections.unmodifiableList(Arrays.asList(clients).subList(0, size));
  }

  int size() {
    return size;
  }

  /** Returns the current limit of clients. */
  int limit() {
    return Math.min(limit, phase.active());
  }

  /** Starts the open clients, and the thread that adds more. */
  void start() {
    all().forEach(ClientHandle::start);
    if (backlog.isPresent() && size < limit) {
      Backlog due = backlog.get();
      Thread thread = Thread.ofVirtual().name("clients").unstarted(() -> grow(due));
      growth = thread;
      thread.start();
    }
  }

  /** Stops adding clients; waits briefly for one that is being opened. */
  void close() {
    closed = true;
    Thread growing = growth;
    boolean interrupted = false;
    for (int waited = 0; growing != null && growing.isAlive() && waited < MOST_WAITS; waited++) {
      LockSupport.unpark(growing);
      try {
        growing.join(1);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reexamines the backlog, whose schedule has changed. */
  void wake() {
    LockSupport.unpark(growth);
  }

  /** A client that was started on demand is ready to send; called by its thread. */
  void joined() {
    free.incrementAndGet();
    starting.decrementAndGet();
  }

  /** A client has nothing to send any more; called by its thread. */
  void becomesFree() {
    free.incrementAndGet();
  }

  /** A free client sends a request; called by its thread. */
  void becomesBusy() {
    if (free.decrementAndGet() == 0 && resting) {
      LockSupport.unpark(growth);
    }
  }

  private void grow(Backlog due) {
    try {
      while (!closed && !phase.isDrained()) {
        long next = due.next();
        if (next < 0) {
          return;
        }
        if (size >= limit()) {
          waitForMore();
        } else if (free.get() > 0) {
          rest();
        } else {
          grow(due, next);
        }
      }
    } catch (RuntimeException | Error e) {
      phase.defect(e);
    }
  }

  /** Sleeps at the limit; after a refusal only for a while, since that may be temporary. */
  private void waitForMore() {
    if (limit == clients.length) {
      LockSupport.park(this);
    } else if (phase.clock.nanos() < refusedAt + REFUSED_NANOS) {
      phase.clock.parkUntil(refusedAt + REFUSED_NANOS);
    } else {
      limit = clients.length;
    }
  }

  /** Sleeps while any client is free. */
  private void rest() {
    resting = true;
    if (free.get() > 0) {
      LockSupport.park(this);
    }
    resting = false;
  }

  /** No client is free: starts as many as there are due requests, or waits for the next arrival. */
  private void grow(Backlog due, long next) {
    long at = Math.min(phase.startNanos() + due.startNanos(next), phase.stopNanos());
    long now = phase.clock.nanos();
    if (now < at) {
      phase.clock.parkUntil(Math.max(at, now + NAP_NANOS));
    } else {
      long until = Math.min(now + 1, phase.stopNanos()) - phase.startNanos();
      long missing = Math.min(due.firstFrom(until) - next - starting.get(), limit() - size);
      for (long started = 0; started < missing && startOne(); started++) {}
      phase.clock.parkUntil(now + NAP_NANOS);
    }
  }

  /** Returns whether a client was added. */
  private boolean startOne() {
    if (!phase.clientJoins()) {
      return false; // All others have ended.
    }
    try {
      ClientHandle added = add();
      starting.incrementAndGet();
      refusal = null;
      added.start();
      return true;
    } catch (BindingException | RuntimeException e) {
      refusal = String.valueOf(e.getMessage());
      refusedAt = phase.clock.nanos();
      limit = size;
      phase.clientEnded();
      return false;
    }
  }

  /** Notes a request that is sent late, if no more clients could be started for it. */
  void sendsLate(Backlog due, long index, long intended, long now) {
    if (now - intended < PoolUse.LEAST_DELAY_NANOS || size < limit()) {
      return;
    }
    delayed.increment();
    noneFree(intended, now);
    long look = nextLook.get();
    if (now >= look && nextLook.compareAndSet(look, now + NAP_NANOS)) {
      long waiting = due.firstFrom(now - phase.startNanos()) - index;
      needed.accumulateAndGet(size + waiting, Math::max);
    }
  }

  /** Records requests that were due and never sent. */
  void neverSends(long count, long firstIntended, long now) {
    delayed.add(count);
    noneFree(firstIntended, now);
    needed.accumulateAndGet(size + count, Math::max);
  }

  private void noneFree(long since, long now) {
    long before = noneFreeUntil.getAndAccumulate(now, Math::max);
    noneFreeNanos.add(Math.max(0, now - Math.max(since, before)));
  }

  /** Returns for how long, until now, no client was free and no more could be started. */
  long noneFreeNanos(long now) {
    if (backlog.isPresent() && size >= limit()) {
      long next = backlog.get().next();
      long intended = next < 0 ? now : phase.startNanos() + backlog.get().startNanos(next);
      if (now - intended >= PoolUse.LEAST_DELAY_NANOS && intended < phase.stopNanos()) {
        noneFree(intended, now);
      }
    }
    return noneFreeNanos.sum();
  }

  /** Returns the clients that an open loop used; empty in a closed loop. */
  Optional<PoolUse> use() {
    return backlog.map(
        due ->
            new PoolUse(
                size,
                limit(),
                noneFreeNanos.sum(),
                delayed.sum(),
                delayed.sum() == 0 ? 0 : needed.get(),
                Optional.ofNullable(refusal),
                ownConnections.get() == 0
                    ? OptionalInt.empty()
                    : OptionalInt.of(ownConnections.get())));
  }
}
