package io.kvbench.bindings.zookeeper.operation;

import io.kvbench.bindings.zookeeper.options.SessionTimeout;
import io.kvbench.bindings.zookeeper.options.ZooKeeperClientOptions;
import io.kvbench.core.operation.Operation.Ownership;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.AuthInfo;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.framework.state.SessionConnectionStateErrorPolicy;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.curator.utils.ZookeeperFactory;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Stat;
import org.jspecify.annotations.Nullable;

/**
 * A ZooKeeper session that owns locks and leads elections through Curator's recipes. The methods
 * block, and all but {@link #close} are for one platform thread, since mutexes are owned by
 * threads.
 */
final class Owner {
  private static final int RETRIES = 3;
  private static final int RETRY_MILLIS = 100;
  private static final int CLOSE_MILLIS = 3_000;

  /**
   * The evidence that the session owns a lock.
   *
   * @param path of the owner's znode
   * @param token the transaction that created the znode
   * @param release releases the lock, and returns whether the session owned it as far as Curator
   *     reports
   */
  record Held(Owner owner, String path, long token, long sessionId, Release release) {}

  @FunctionalInterface
  private interface Release {
    boolean run() throws Exception;
  }

  /** A mutex that exposes its znode. */
  private static final class Mutex extends InterProcessMutex {
    Mutex(CuratorFramework curator, String parent) {
      super(curator, parent);
    }

    String path() {
      return Objects.requireNonNull(getLockPath());
    }
  }

  /** A client that can end as if its process had been killed. */
  @SuppressWarnings("try") // the library's close can be interrupted
  private static final class MortalClient extends ZooKeeper {
    MortalClient(String servers, int timeout, Watcher watcher, ZKClientConfig config)
        throws IOException {
      super(servers, timeout, watcher, config);
    }

    /** Closes the socket and stops the threads without informing the server. */
    void die() {
      cnxn.disconnect();
    }
  }

  private final class Clients implements ZookeeperFactory {
    @Override
    public ZooKeeper newZooKeeper(String servers, int timeout, Watcher watcher, boolean readOnly)
        throws IOException {
      MortalClient made = new MortalClient(servers, timeout, watcher, options.client());
      client.set(made);
      return made;
    }

    @Override
    public ZooKeeper newZooKeeper(
        String servers, int timeout, Watcher watcher, boolean readOnly, ZKClientConfig config)
        throws IOException {
      return newZooKeeper(servers, timeout, watcher, readOnly);
    }
  }

  private record SameAcl(List<ACL> acl) implements ACLProvider {
    @Override
    public List<ACL> getDefaultAcl() {
      return acl;
    }

    @Override
    public List<ACL> getAclForPath(String path) {
      return acl;
    }
  }

  private final ZooKeeperClientOptions options;
  private final AtomicReference<@Nullable MortalClient> client = new AtomicReference<>();
  private final CuratorFramework curator;

  private Owner(ZooKeeperClientOptions options, int timeoutMillis) {
    this.options = options;
    this.curator =
        CuratorFrameworkFactory.builder()
            .connectString(options.connectString())
            .ensembleTracker(false)
            .sessionTimeoutMs(timeoutMillis)
            .connectionTimeoutMs(timeoutMillis)
            .waitForShutdownTimeoutMs(CLOSE_MILLIS)
            .retryPolicy(new ExponentialBackoffRetry(RETRY_MILLIS, RETRIES))
            // A lock ends with its session, not with a connection.
            .connectionStateErrorPolicy(new SessionConnectionStateErrorPolicy())
            .authorization(
                options.credentials().stream()
                    .map(given -> new AuthInfo(given.scheme(), given.secret()))
                    .toList())
            .aclProvider(new SameAcl(options.acl()))
            .defaultData(new byte[0])
            .zookeeperFactory(new Clients())
            .build();
  }

  /**
   * Opens a session.
   *
   * @throws SessionTimeout if a server grants another time to live
   */
  static Owner connect(ZooKeeperClientOptions options, Duration timeToLive) throws Exception {
    int millis = SessionTimeout.millis(timeToLive);
    Owner owner = new Owner(options, millis);
    boolean connected = false;
    try {
      owner.curator.start();
      if (!owner.curator.blockUntilConnected(millis, TimeUnit.MILLISECONDS)) {
        throw new KeeperException.ConnectionLossException();
      }
      SessionTimeout.check(millis, owner.session().getSessionTimeout());
      connected = true;
      return owner;
    } finally {
      if (!connected) {
        owner.close();
      }
    }
  }

  private ZooKeeper session() throws Exception {
    return curator.getZookeeperClient().getZooKeeper();
  }

  /** Waits for a lock; empty if that takes longer than the patience. */
  Optional<Held> acquire(String parent, Ownership ownership, Duration patience) throws Exception {
    return switch (ownership) {
      case LOCK -> lock(parent, patience.toMillis());
      case LEADERSHIP -> lead(parent, patience.toMillis());
    };
  }

  private Optional<Held> lock(String parent, long millis) throws Exception {
    Mutex mutex = new Mutex(curator, parent);
    if (!mutex.acquire(millis, TimeUnit.MILLISECONDS)) {
      return Optional.empty();
    }
    return Optional.of(
        held(
            mutex.path(),
            () -> {
              mutex.release();
              return true;
            }));
  }

  private Optional<Held> lead(String parent, long millis) throws Exception {
    LeaderLatch latch = new LeaderLatch(curator, parent);
    latch.start();
    boolean leads = false;
    try {
      leads = latch.await(millis, TimeUnit.MILLISECONDS);
    } finally {
      if (!leads) {
        latch.close();
      }
    }
    if (!leads) {
      return Optional.empty();
    }
    String path = latch.getOurPath();
    return Optional.of(
        held(
            path,
            () -> {
              boolean led = latch.hasLeadership() && path.equals(latch.getOurPath());
              latch.close();
              // The latch deletes its znode in the background; requests are answered in order.
              curator.checkExists().forPath(path);
              return led;
            }));
  }

  private Held held(String path, Release release) throws Exception {
    Stat stat = curator.checkExists().forPath(path);
    if (stat == null) {
      throw new KeeperException.SessionExpiredException();
    }
    return new Held(this, path, stat.getCzxid(), session().getSessionId(), release);
  }

  /** Returns whether the session owned the lock. */
  boolean release(Held held) throws Exception {
    boolean sameSession = held.sessionId() == session().getSessionId();
    return held.release().run() && sameSession;
  }

  /** Leaves the session to expire. */
  void die() {
    MortalClient last = client.get();
    if (last != null) {
      last.die();
    }
    curator.close();
  }

  /** Ends the session, and with it everything that it owns. */
  void close() {
    curator.close();
  }
}
