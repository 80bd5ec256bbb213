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
 * Who leads, for all connections. When an operation finds that a leader is none any more, the next
 * ones are held back, and one thread looks until it has found a leader.
 */
final class Leadership {
  private static final long PAUSE_MILLIS = 50;

  private final LeaderSearch search;

  /** Null while it is being looked for: whoever made it so has started that. */
  private final AtomicReference<@Nullable LeaderRoute> current = new AtomicReference<>();

  private final Queue<Pending> held = new ConcurrentLinkedQueue<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile boolean closed;
  private volatile @Nullable Thread searcher;

  Leadership(LeaderSearch search) {
    this.search = search;
  }

  /**
   * Looks for a leader the first time; returns whether there is one in time. Gives up before where
   * none of the servers is d-engine.
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

  /** Sends an operation to the leader, at once or when one is known. */
  void send(Pending call) {
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

  /** Tells that a leader did not act as one. */
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
      // This is how closing ends it.
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
    for (Pending call = held.poll(); call != null; call = held.poll()) {
      if (closed) {
        call.giveUp(Failure.CLOSED);
      } else {
        send(call);
      }
    }
  }

  /** Waits until a leader is known; returns it, or nothing when the time is over. */
  @Nullable LeaderRoute await(Deadline deadline) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      LeaderRoute leader = current.get();
      while (leader == null && !closed && !deadline.isOver()) {
        // Whoever signals may just have done so.
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

  /** Gives up what is held back. */
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
