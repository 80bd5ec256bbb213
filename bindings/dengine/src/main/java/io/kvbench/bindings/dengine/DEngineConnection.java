package io.kvbench.bindings.dengine;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.Endpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A connection to the cluster: to its own server, which answers stale reads, and to the leader,
 * which answers all other requests. If both are one server, it is one TCP connection.
 */
final class DEngineConnection {
  /** gRPC waits increasingly long between its attempts; waiting clients shorten that. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /**
   * gRPC waits for a server's first frame for as long as the connection lasts. Longer than gRPC's
   * connect timeout.
   */
  private static final Duration HANDSHAKE_LIMIT = DEngineChannels.CONNECT_LIMIT.plusSeconds(1);

  private final DEngineChannels channels;
  private final Leadership leadership;
  private final List<Endpoint> endpoints;
  private final Map<Endpoint, ManagedChannel> open = new ConcurrentHashMap<>();

  /**
   * For event streams. A server limits the streams on a TCP connection: if watches used them all,
   * the writes that they wait for could not be sent.
   */
  private final Map<Endpoint, ManagedChannel> watching = new ConcurrentHashMap<>();

  private final AtomicLong lastRetry = new AtomicLong(System.nanoTime());
  private volatile int home;
  private volatile boolean closed;

  /**
   * @param number of the connection, which determines its own server
   */
  DEngineConnection(
      DEngineChannels channels, Leadership leadership, List<Endpoint> endpoints, int number) {
    this.channels = channels;
    this.leadership = leadership;
    this.endpoints = endpoints;
    this.home = number % endpoints.size();
  }

  Leadership leadership() {
    return leadership;
  }

  /** Returns its own server. */
  Endpoint home() {
    return endpoints.get(home);
  }

  /** Returns the channel to a server, or null after the end. */
  @Nullable ManagedChannel channel(Endpoint endpoint) {
    ManagedChannel channel = open.get(endpoint);
    return channel == null ? opened(endpoint, open) : channel;
  }

  /** Returns the separate channel for watches to a server, or null after the end. */
  @Nullable ManagedChannel watchChannel(Endpoint endpoint) {
    ManagedChannel channel = watching.get(endpoint);
    return channel == null ? opened(endpoint, watching) : channel;
  }

  private synchronized @Nullable ManagedChannel opened(
      Endpoint endpoint, Map<Endpoint, ManagedChannel> kind) {
    return closed ? kind.get(endpoint) : kind.computeIfAbsent(endpoint, channels::make);
  }

  /** Waits until the leader is connected, or for the limit. */
  void recoverLeader(Duration limit) throws InterruptedException {
    Deadline deadline = Deadline.in(limit);
    while (!closed && !deadline.isOver()) {
      LeaderRoute leader = leadership.await(deadline);
      if (leader == null || isReadyForAll(leader.endpoint(), deadline)) {
        return;
      }
      leadership.lost(leader);
    }
  }

  private boolean isReadyForAll(Endpoint endpoint, Deadline deadline) throws InterruptedException {
    ManagedChannel watches = watching.get(endpoint);
    return awaitReady(endpoint, deadline) && (watches == null || awaitReady(watches, deadline));
  }

  /** Waits until the connection's own server, or its replacement, is connected. */
  boolean recoverHome(Deadline deadline) throws InterruptedException {
    while (!closed && !deadline.isOver()) {
      int tried = home;
      if (awaitReady(endpoints.get(tried), deadline)) {
        return true;
      }
      // One of the clients that share the connection switches it.
      synchronized (this) {
        if (home == tried) {
          home = (tried + 1) % endpoints.size();
        }
      }
    }
    return false;
  }

  /** Waits until a server is connected; returns false if that fails or takes too long. */
  boolean awaitReady(Endpoint endpoint, Deadline deadline) throws InterruptedException {
    ManagedChannel channel = channel(endpoint);
    return channel != null && awaitReady(channel, deadline);
  }

  private boolean awaitReady(ManagedChannel channel, Deadline deadline)
      throws InterruptedException {
    Deadline handshake = Deadline.in(HANDSHAKE_LIMIT);
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
      if (changed.await(wait, TimeUnit.NANOSECONDS)) {
        continue;
      }
      if (state == ConnectivityState.TRANSIENT_FAILURE) {
        onceInAWhile(channel::resetConnectBackoff);
        return false;
      }
      if (state == ConnectivityState.CONNECTING && handshake.isOver()) {
        onceInAWhile(channel::enterIdle);
        return false;
      }
    }
    return false;
  }

  /** Only one of many waiting clients makes the channel retry. */
  private void onceInAWhile(Runnable action) {
    long now = System.nanoTime();
    long last = lastRetry.get();
    if (now - last >= RETRY_NANOS && lastRetry.compareAndSet(last, now)) {
      action.run();
    }
  }

  /** Closes all channels in parallel; operations in flight fail. */
  synchronized void end() {
    closed = true;
    open.values().forEach(ManagedChannel::shutdownNow);
    watching.values().forEach(ManagedChannel::shutdownNow);
  }

  /** Waits uninterruptibly until all have ended; returns whether it was interrupted. */
  boolean awaitEnd(Deadline deadline) {
    List<ManagedChannel> all = new ArrayList<>(open.values());
    all.addAll(watching.values());
    boolean interrupted = false;
    for (ManagedChannel channel : all) {
      while (!channel.isTerminated() && !deadline.isOver()) {
        try {
          channel.awaitTermination(deadline.left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    return interrupted;
  }
}
