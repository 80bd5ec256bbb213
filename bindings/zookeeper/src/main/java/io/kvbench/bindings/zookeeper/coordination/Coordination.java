package io.kvbench.bindings.zookeeper.coordination;

import io.kvbench.bindings.support.Lazy;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.zookeeper.client.OneShot;
import io.kvbench.bindings.zookeeper.options.ClientOptions;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.function.Supplier;

/** The resources that one client owns besides the binding's connections; most clients have none. */
public final class Coordination {
  private final Lazy<Ownerships> ownerships;
  private final Lazy<Leases> leases;
  private final Lazy<OneShot> oneShot;
  private volatile boolean closed;

  Coordination(
      ClientOptions options, Supplier<EventLoop> loops, int client, PendingReleases releases) {
    ownerships = new Lazy<>(() -> new Ownerships(options));
    leases = new Lazy<>(() -> new Leases(options, loops, client, releases));
    oneShot = new Lazy<>(() -> new OneShot(options, loops.get(), client, releases));
  }

  public Ownerships ownerships() {
    return ownerships.get();
  }

  public Leases leases() {
    return leases.get();
  }

  /** Returns the client's connection for one-shot reads. */
  public OneShot oneShot() {
    return oneShot.get();
  }

  /** Releases everything, without waiting for it. */
  public void close() {
    closed = true;
    ownerships.ifMade(Ownerships::close);
    oneShot.ifMade(OneShot::giveUp);
    leases.ifMade(Leases::close);
  }

  /** Waits until everything is released; returns whether that was within the limit. */
  boolean awaitEnd(Duration limit) throws InterruptedException {
    return !ownerships.isMade() || ownerships.get().awaitEnd(limit);
  }

  boolean isClosed() {
    return closed;
  }
}
