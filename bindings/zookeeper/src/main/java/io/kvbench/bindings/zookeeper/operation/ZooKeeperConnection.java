package io.kvbench.bindings.zookeeper.operation;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A connection that outlives its sessions: an expired one is replaced once, on the event that
 * reports it, however many clients wait. Threads wait on locks of java.util.concurrent, which
 * release a virtual thread's carrier.
 */
public final class ZooKeeperConnection<H extends Handle> {
  /** A factory that begins the sessions of a connection. */
  @FunctionalInterface
  public interface Beginning<H extends Handle> {
    /**
     * Begins a session, which calls {@link ZooKeeperConnection#changed} on every change of its
     * state.
     *
     * @throws IOException if there are not enough threads or file descriptors
     */
    H begin(ZooKeeperConnection<H> connection) throws IOException;
  }

  /** The wait before another attempt if a handle cannot even be created. */
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Beginning<H> beginning;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile H handle;
  private final Consumer<H> listener;
  private boolean closed;
  private long openings;

  public ZooKeeperConnection(Beginning<H> beginning) throws IOException {
    this(beginning, handle -> {});
  }

  /**
   * Begins to connect.
   *
   * @param listener called with the current session on every change of its state, in order; after
   *     an expiry, with its replacement, or with the expired one if there is none
   */
  @SuppressWarnings("this-escape") // the handle's events wait for the lock
  public ZooKeeperConnection(Beginning<H> beginning, Consumer<H> listener) throws IOException {
    this.beginning = beginning;
    this.listener = listener;
    lock.lock();
    try {
      this.handle = beginning.begin(this);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the session to send requests on. */
  public H handle() {
    return handle;
  }

  /** Returns how often the connection to a server was established, the first time included. */
  public long openings() {
    lock.lock();
    try {
      return openings;
    } finally {
      lock.unlock();
    }
  }

  /** Called by a handle's thread on every change of its state. */
  public void changed(Handle source) {
    lock.lock();
    try {
      if (source.equals(handle)) {
        switch (source.state()) {
          case EXPIRED -> renew();
          case USABLE -> openings++;
          case REFUSED, SUSPENDED -> {}
        }
        listener.accept(handle);
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void renew() {
    if (closed) {
      return;
    }
    try {
      handle = beginning.begin(this);
    } catch (IOException e) {
      // Out of threads or file descriptors: waiting clients will try again.
    }
  }

  /** Waits until requests can be sent, the server refuses the client, or the limit expires. */
  public Handle.State awaitUsable(Duration limit) throws InterruptedException {
    long left = limit.toNanos();
    lock.lockInterruptibly();
    try {
      while (left > 0 && !closed && !isSettled()) {
        if (handle.state() == Handle.State.EXPIRED) {
          renew();
        }
        long step = Math.min(left, RETRY_NANOS);
        left -= step - changed.awaitNanos(step);
      }
      return handle.state();
    } finally {
      lock.unlock();
    }
  }

  private boolean isSettled() {
    return switch (handle.state()) {
      case USABLE, REFUSED -> true;
      case SUSPENDED, EXPIRED -> false;
    };
  }

  public void close() throws InterruptedException {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    handle.close();
  }
}
