package io.kvbench.bindings.zookeeper;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * A connection that outlives its sessions: an expired one is replaced once, by the event that tells
 * of it, however many clients wait. Waiting is done on locks of java.util.concurrent, which let go
 * of a virtual thread's carrier.
 */
final class Connection {
  /** How long to wait before another try where even a handle cannot be made. */
  private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final ClientOptions options;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private volatile LibrarySession handle;
  private final Consumer<LibrarySession> listener;
  private boolean closed;

  Connection(ClientOptions options) throws IOException {
    this(options, handle -> {});
  }

  /**
   * Begins to connect.
   *
   * @param listener called with the session to use whenever its state has changed, in order; after
   *     an expiry, with the one in its place, or with the expired one if there is none
   */
  @SuppressWarnings("this-escape") // The handle's events only come to wait for the lock.
  Connection(ClientOptions options, Consumer<LibrarySession> listener) throws IOException {
    this.options = options;
    this.listener = listener;
    lock.lock();
    try {
      this.handle = new LibrarySession(this, options);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the session to send requests on. */
  LibrarySession handle() {
    return handle;
  }

  /** Called by a handle's event thread whenever its state has changed. */
  void changed(LibrarySession source) {
    lock.lock();
    try {
      if (source == handle) {
        if (source.state() == LibrarySession.State.EXPIRED) {
          renew();
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
      handle = new LibrarySession(this, options);
    } catch (IOException e) {
      // Out of threads or file descriptors: those who wait will try again.
    }
  }

  /** Waits until requests can be sent, or until the server refuses the client, or for the limit. */
  LibrarySession.State awaitUsable(Duration limit) throws InterruptedException {
    long left = limit.toNanos();
    lock.lockInterruptibly();
    try {
      while (left > 0 && !closed && !isSettled()) {
        if (handle.state() == LibrarySession.State.EXPIRED) {
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

  void close() throws InterruptedException {
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
