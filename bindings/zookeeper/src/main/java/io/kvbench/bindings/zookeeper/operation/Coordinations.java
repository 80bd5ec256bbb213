package io.kvbench.bindings.zookeeper.operation;

import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.support.netty.EventLoops;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The resources that the clients of a binding own, and the threads of their sessions. */
public final class Coordinations {
  private static final int THREADS = 2;
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(8);

  private final Set<ClientResources> all = ConcurrentHashMap.newKeySet();
  private final PendingReleases releases = new PendingReleases();
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable EventLoops loops;

  /**
   * Returns the resources of one client, none of which exists yet.
   *
   * @param handles the session for requests on the connection of the load
   */
  public ClientResources open(int client, CheckedPaths paths, Supplier<? extends Handle> handles) {
    ClientResources opened = new ClientResources(paths, handles, this::nextLoop, client, releases);
    all.add(opened);
    return opened;
  }

  /** Created lazily: most bindings have neither leases nor one-shot reads. */
  private EventLoop nextLoop() {
    lock.lock();
    try {
      EventLoops started = loops;
      if (started == null) {
        started = EventLoops.start("zookeeper-session", THREADS);
        loops = started;
      }
      return started.group().next();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until the resources of closed sessions have been released, or for the limit; returns how
   * many are left.
   */
  public long awaitReleases(Duration limit) throws InterruptedException {
    Deadline deadline = Deadline.in(limit);
    long left = 0;
    for (ClientResources each : List.copyOf(all)) {
      if (each.isClosed() && each.awaitEnd(deadline.left())) {
        all.remove(each);
      } else if (each.isClosed()) {
        left++;
      }
    }
    return left + releases.await(deadline.left());
  }

  /** Releases everything, and waits a few seconds at most. */
  public void close() {
    all.forEach(ClientResources::close);
    try {
      awaitReleases(CLOSE_LIMIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lock.lock();
    try {
      if (loops != null) {
        loops.end();
      }
    } finally {
      lock.unlock();
    }
  }
}
