package io.kvbench.bindings.memory;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * A queue of sessions whose operation is to be carried out, and the one thread that does. The
 * thread parks when the queue is empty, and whoever finds it parked wakes it, so a busy thread
 * costs nobody a system call.
 *
 * <p>Memory order: everything here is volatile. The thread says that it parks and then looks once
 * more at the queue; a client adds and then looks whether the thread parks. One of them sees the
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

  /** Adds a session; returns false if it cannot be served because the queue was closed. */
  boolean add(HandoverSession session) {
    if (closed) {
      return false;
    }
    submitted.add(session);
    if (parked.get() && parked.compareAndSet(true, false)) {
      LockSupport.unpark(thread);
    }
    // Closed in between, the thread has taken the session, or it never will.
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

  /** Returns when the thread has answered all that it will and has ended. */
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
