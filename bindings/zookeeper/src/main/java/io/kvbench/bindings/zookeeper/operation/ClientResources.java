package io.kvbench.bindings.zookeeper.operation;

import io.kvbench.bindings.support.Coordination;
import io.kvbench.bindings.support.Lazy;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.zookeeper.wire.ZooKeeperOneShot;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.function.Supplier;

/** The resources that one client owns besides the binding's connections; most clients have none. */
public final class ClientResources {
  private final Lazy<ZooKeeperOwnerships> ownerships;
  private final Lazy<ZooKeeperOneShot> oneShot;
  private final Coordination coordination;
  private volatile boolean closed;

  ClientResources(
      CheckedPaths paths,
      Supplier<? extends Handle> handles,
      Supplier<EventLoop> loops,
      int client,
      PendingReleases releases) {
    ownerships = new Lazy<>(() -> new ZooKeeperOwnerships(paths, handles));
    oneShot =
        new Lazy<>(() -> new ZooKeeperOneShot(paths.options(), loops.get(), client, releases));
    coordination =
        new Coordination(
            ownerships,
            new Lazy<>(() -> new ZooKeeperLeases(paths, handles, loops, client, releases)));
  }

  /** Returns the client's locks and leases. */
  public Coordination coordination() {
    return coordination;
  }

  /** Returns the client's connection for one-shot reads. */
  public ZooKeeperOneShot oneShot() {
    return oneShot.get();
  }

  /** Releases everything, without waiting for it. */
  public void close() {
    closed = true;
    oneShot.ifMade(ZooKeeperOneShot::giveUp);
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
