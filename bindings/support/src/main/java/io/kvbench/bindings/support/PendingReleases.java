package io.kvbench.bindings.support;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The requests in flight that release the locks and leases of closed sessions. A binding waits for
 * all of them together. Thread-safe.
 */
public final class PendingReleases {
  /** Ignores the answer to a request. */
  public static final Completion IGNORED = new Ended(() -> {});

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition ended = lock.newCondition();
  private long inFlight;

  /** Returns the completion of a request that is about to be sent. */
  public Completion begin() {
    lock.lock();
    try {
      inFlight++;
    } finally {
      lock.unlock();
    }
    AtomicBoolean open = new AtomicBoolean(true);
    return new Ended(
        () -> {
          if (open.getAndSet(false)) {
            end();
          }
        });
  }

  private void end() {
    lock.lock();
    try {
      if (--inFlight == 0) {
        ended.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits until no request is in flight, or for the limit; returns how many remain. */
  public long await(Duration limit) throws InterruptedException {
    long left = limit.toNanos();
    lock.lockInterruptibly();
    try {
      while (inFlight > 0 && left > 0) {
        left = ended.awaitNanos(left);
      }
      return inFlight;
    } finally {
      lock.unlock();
    }
  }

  private record Ended(Runnable action) implements Completion {
    @Override
    public void succeeded(Outcome outcome) {
      action.run();
    }

    @Override
    public void found(ByteBuffer value, long version) {
      action.run();
    }

    @Override
    public void failed(ErrorKind kind, String message) {
      action.run();
    }
  }
}
