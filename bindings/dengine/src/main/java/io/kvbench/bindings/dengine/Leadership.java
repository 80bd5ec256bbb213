package io.kvbench.bindings.dengine;

import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.Endpoint;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The current leader, for all connections. When an operation finds that it leads no more, the next
 * ones are held back, and one thread searches until it has found a leader.
 */
final class Leadership {
  private static final long PAUSE_MILLIS = 50;

  private final LeaderSearch search;

  /** Null during a search: the thread that set it to null has started that. */
  private final AtomicReference<@Nullable LeaderRoute> current = new AtomicReference<>();

  private final Queue<DEnginePendingOperation> held = new ConcurrentLinkedQueue<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile boolean closed;
  private volatile @Nullable Thread searcher;

  Leadership(LeaderSearch search) {
    this.search = search;
  }

  /**
   * Searches for the first leader; returns whether one was found in time. Ends early if none of the
   * servers is d-engine.
   */
  boolean find(Deadline deadline) throws InterruptedException {
    while (true) {
      LeaderSearch.Finding found = search.find(deadline.left());
      if (found.leader().isPresent()) {
        found(found.leader().get());
        return true;
      }
      if (found.inVain() || deadline.isOver()) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
  }

  /** Sends an operation to the leader, immediately or once one is known. */
  void send(DEnginePendingOperation call) {
    LeaderRoute leader = current.getAcquire();
    if (leader != null) {
      call.sendToLeader(leader);
      return;
    }
    held.add(call);
    if (closed || current.get() != null) {
      release();
    }
  }

  /** Notes that a leader leads no more. */
  void lost(LeaderRoute leader) {
    if (!closed && current.compareAndSet(leader, null)) {
      searcher = Thread.ofVirtual().name("dengine-leader").start(this::lookUntilFound);
    }
  }

  private void lookUntilFound() {
    try {
      while (!closed) {
        Optional<Endpoint> found = search.find(LeaderSearch.LIMIT).leader();
        if (found.isPresent()) {
          found(found.get());
          return;
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    } catch (InterruptedException e) {
      // Interrupted by close.
    }
  }

  private void found(Endpoint endpoint) {
    current.set(new LeaderRoute(endpoint));
    tellAll();
    release();
  }

  private void tellAll() {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void release() {
    for (DEnginePendingOperation call = held.poll(); call != null; call = held.poll()) {
      if (closed) {
        call.giveUp(DEngineFailure.CLOSED);
      } else {
        send(call);
      }
    }
  }

  /** Waits until a leader is known; returns it, or null if the time is over first. */
  @Nullable LeaderRoute await(Deadline deadline) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      LeaderRoute leader = current.get();
      while (leader == null && !closed && !deadline.isOver()) {
        // It may just have been signalled.
        if (changed.awaitNanos(deadline.left().toNanos()) <= 0) {
          return current.get();
        }
        leader = current.get();
      }
      return leader;
    } finally {
      lock.unlock();
    }
  }

  /** Fails the operations that are held back. */
  void close() {
    closed = true;
    Thread thread = searcher;
    if (thread != null) {
      thread.interrupt();
    }
    tellAll();
    release();
  }
}
