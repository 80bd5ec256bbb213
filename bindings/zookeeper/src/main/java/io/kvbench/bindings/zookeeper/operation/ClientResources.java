package io.kvbench.bindings.zookeeper.operation;

import io.kvbench.bindings.support.Coordination;
import io.kvbench.bindings.support.Lazy;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.zookeeper.wire.OneShot;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.function.Supplier;

/** The resources that one client owns besides the binding's connections; most clients have none. */
public final class ClientResources {
  private final Lazy<Ownerships> ownerships;
  private final Lazy<OneShot> oneShot;
  private final Coordination coordination;
  private volatile boolean closed;

  ClientResources(
      CheckedPaths paths,
      Supplier<? extends Handle> handles,
      Supplier<EventLoop> loops,
      int client,
      PendingReleases releases) {
    ownerships = new Lazy<>(() -> new Ownerships(paths, handles));
    oneShot = new Lazy<>(() -> new OneShot(paths.options(), loops.get(), client, releases));
    coordination =
        new Coordination(
            ownerships, new Lazy<>(() -> new Leases(paths, handles, loops, client, releases)));
  }

  /** Returns the client's locks and leases. */
  public Coordination coordination() {
    return coordination;
  }

  /** Returns the client's connection for one-shot reads. */
  public OneShot oneShot() {
    return oneShot.get();
  }

  /** Releases everything, without waiting for it. */
  public void close() {
    closed = true;
    oneShot.ifMade(OneShot::giveUp);
    coordination.close();
  }

  /** Waits until everything is released; returns whether that was within the limit. */
  boolean awaitEnd(Duration limit) throws InterruptedException {
    return !ownerships.isMade() || ownerships.get().awaitEnd(limit);
  }

  boolean isClosed() {
    return closed;
  }
}
