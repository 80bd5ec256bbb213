package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A queue of sessions with an operation to execute, and the one thread that executes them. The
 * thread parks when the queue is empty and is woken by the next client, so a busy thread causes no
 * system calls.
 *
 * <p>Memory order: all accesses are volatile. The thread announces that it parks and then checks
 * the queue once more; a client adds and then checks whether the thread parks. One of them sees the
 * other.
 */
final class HandoverQueue implements Runnable {
  private final Queue<HandoverSession> submitted = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean parked = new AtomicBoolean();
  private final Thread thread;
  private volatile boolean closed;

  HandoverQueue(String name) {
    thread = Thread.ofPlatform().daemon().name(name).unstarted(this);
  }

  void start() {
    thread.start();
  }

  Session session(Store store) {
    return new HandoverSession(store);
  }

  /**
   * A session that queues itself with its one operation, which saves an object for each. The queue
   * orders writing the fields before reading them.
   */
  private final class HandoverSession implements Session {
    private final Store store;
    private @Nullable Operation operation;
    private @Nullable Completion completion;

    HandoverSession(Store store) {
      this.store = store;
    }

    @Override
    public void submit(Operation submitted, Completion told) {
      operation = submitted;
      completion = told;
      if (!add(this)) {
        told.failed(ErrorKind.CONNECTION_LOST, Store.CLOSED);
      }
    }

    /** Reads both fields first: once completed, the client may submit again. */
    void perform() {
      Operation taken = operation;
      Completion told = completion;
      if (taken != null && told != null) {
        store.perform(taken, told);
      }
    }
  }

  /** Adds a session; returns false if the queue is closed. */
  private boolean add(HandoverSession session) {
    if (closed) {
      return false;
    }
    submitted.add(session);
    if (parked.get() && parked.compareAndSet(true, false)) {
      LockSupport.unpark(thread);
    }
    // Closed meanwhile: the thread has taken the session, or never will.
    return !closed || !submitted.remove(session);
  }

  @Override
  public void run() {
    boolean last = false;
    while (true) {
      HandoverSession session = submitted.poll();
      if (session != null) {
        session.perform();
      } else if (last) {
        return;
      } else if (closed) {
        last = true;
      } else {
        park();
      }
    }
  }

  private void park() {
    parked.set(true);
    if (submitted.isEmpty() && !closed) {
      LockSupport.park(this);
    }
    parked.set(false);
  }

  /** Waits until the thread has answered all sessions that it will, and has ended. */
  void close() {
    closed = true;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
