package io.kvbench.bindings.etcd;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.StatusException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** One gRPC channel, which is one connection to one server at a time. */
final class Connection {
  /** gRPC waits longer and longer between its attempts; a client that waits is not so patient. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private static final long PAUSE_MILLIS = 100;

  private final ManagedChannel channel;
  private final Login login;
  private final AtomicLong lastRetry = new AtomicLong(System.nanoTime());

  Connection(ManagedChannel channel, Login login) {
    this.channel = channel;
    this.login = login;
  }

  ManagedChannel channel() {
    return channel;
  }

  Login login() {
    return login;
  }

  /** Waits until requests can be sent again, and with a token that counts; or for the limit. */
  void recover(Duration limit) throws InterruptedException {
    Deadline deadline = Deadline.in(limit);
    while (awaitReady(deadline)) {
      try {
        login.renew(channel, deadline.left());
        return;
      } catch (StatusException e) {
        // The server may come to itself; the next operation will tell if it does not.
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    }
  }

  /** Waits until there is a connection; returns whether there is. */
  boolean awaitReady(Deadline deadline) throws InterruptedException {
    while (!deadline.isOver()) {
      ConnectivityState state = channel.getState(true);
      if (state == ConnectivityState.READY) {
        return true;
      }
      if (state == ConnectivityState.SHUTDOWN) {
        return false;
      }
      CountDownLatch changed = new CountDownLatch(1);
      channel.notifyWhenStateChanged(state, changed::countDown);
      long wait = Math.min(RETRY_NANOS, deadline.left().toNanos());
      if (!changed.await(wait, TimeUnit.NANOSECONDS)
          && state == ConnectivityState.TRANSIENT_FAILURE) {
        tryAtOnce();
      }
    }
    return false;
  }

  /** Waits whether interrupted or not until the channel has ended; returns whether it was. */
  boolean awaitEnd(Deadline deadline) {
    boolean interrupted = false;
    while (!channel.isTerminated() && !deadline.isOver()) {
      try {
        channel.awaitTermination(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    return interrupted;
  }

  /** However many clients wait, one of them makes the channel try. */
  private void tryAtOnce() {
    long now = System.nanoTime();
    long last = lastRetry.get();
    if (now - last >= RETRY_NANOS && lastRetry.compareAndSet(last, now)) {
      channel.resetConnectBackoff();
    }
  }
}
