package io.kvbench.bindings.zookeeper;

import io.kvbench.bindings.support.PendingReleases;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What one client owns besides the binding's connections; most clients own nothing. */
final class Coordination {
  private final ClientOptions options;
  private final Supplier<EventLoop> loops;
  private final int client;
  private final PendingReleases releases;
  private volatile @Nullable Ownerships ownerships;
  private volatile @Nullable Leases leases;
  private volatile @Nullable OneShot oneShot;
  private volatile boolean closed;

  Coordination(
      ClientOptions options, Supplier<EventLoop> loops, int client, PendingReleases releases) {
    this.options = options;
    this.loops = loops;
    this.client = client;
    this.releases = releases;
  }

  Ownerships ownerships() {
    Ownerships known = ownerships;
    if (known == null) {
      known = new Ownerships(options);
      ownerships = known;
    }
    return known;
  }

  Leases leases() {
    Leases known = leases;
    if (known == null) {
      known = new Leases(options, loops, client, releases);
      leases = known;
    }
    return known;
  }

  /** Returns the client's connection for one read at a time. */
  OneShot oneShot() {
    OneShot known = oneShot;
    if (known == null) {
      known = new OneShot(options, loops.get(), client, releases);
      oneShot = known;
    }
    return known;
  }

  /** Gives up everything, without waiting for it. */
  void close() {
    closed = true;
    Ownerships owned = ownerships;
    if (owned != null) {
      owned.close();
    }
    OneShot connection = oneShot;
    if (connection != null) {
      connection.giveUp();
    }
    Leases granted = leases;
    if (granted != null) {
      granted.close();
    }
  }

  /** Waits for the end of what it owned; returns whether it came within the limit. */
  boolean awaitEnd(Duration limit) throws InterruptedException {
    Ownerships owned = ownerships;
    return owned == null || owned.awaitEnd(limit);
  }

  boolean isClosed() {
    return closed;
  }
}
