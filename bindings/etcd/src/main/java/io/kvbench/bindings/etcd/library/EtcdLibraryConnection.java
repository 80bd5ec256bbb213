package io.kvbench.bindings.etcd.library;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.Election;
import io.etcd.jetcd.KV;
import io.etcd.jetcd.Lease;
import io.etcd.jetcd.Lock;
import io.etcd.jetcd.Watch;
import io.etcd.jetcd.kv.GetResponse;
import io.etcd.jetcd.options.GetOption;
import io.grpc.StatusException;
import io.kvbench.bindings.etcd.endpoint.EndpointSource;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.kvbench.bindings.etcd.status.JetcdClient;
import io.kvbench.bindings.etcd.status.JetcdOpening;
import io.kvbench.bindings.etcd.status.LeaderSource;
import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.operation.ErrorKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A client of jetcd, with one connection. gRPC reconnects it; if that hangs or the leader has
 * changed, it is replaced by a new client.
 */
public final class EtcdLibraryConnection {
  private static final Duration PAUSE = Duration.ofMillis(50);
  private static final Duration PROBE_LIMIT = Duration.ofSeconds(1);

  /** gRPC waits for a server's first frame for as long as the TCP connection lasts. */
  private static final Duration HANG_LIMIT = Duration.ofSeconds(5);

  private static final ByteSequence SOME_KEY = ByteSequence.from(new byte[1]);

  private final JetcdOpening opening;
  private final EndpointSource source;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile Opened current;
  private volatile boolean closed;

  /** When it was last usable, and since when it hangs; guarded by the lock. */
  private long usableAt = System.nanoTime();

  private Deadline hanging = Deadline.in(HANG_LIMIT);

  private record Opened(List<Endpoint> endpoints, Client client, KV kv, Watch watch) {}

  public EtcdLibraryConnection(JetcdOpening opening, EndpointSource source)
      throws BindingException, InterruptedException {
    this.opening = opening;
    this.source = source;
    this.current = open(source.find());
  }

  private Opened open(List<Endpoint> endpoints) {
    Client client = opening.openForLoad(endpoints);
    return new Opened(endpoints, client, client.getKVClient(), client.getWatchClient());
  }

  KV kv() {
    return current.kv();
  }

  Watch watch() {
    return current.watch();
  }

  Lease lease() {
    return current.client().getLeaseClient();
  }

  Lock locks() {
    return current.client().getLockClient();
  }

  Election elections() {
    return current.client().getElectionClient();
  }

  /** Returns the server of the connection, if there is only one. */
  Optional<Endpoint> endpoint() {
    List<Endpoint> endpoints = current.endpoints();
    return endpoints.size() == 1 && !(source instanceof LeaderSource)
        ? Optional.of(endpoints.getFirst())
        : Optional.empty();
  }

  /** Closes a watcher on another thread: jetcd must not close it while it reports an error. */
  public void close(Watch.Watcher watcher) {
    Thread.ofVirtual().name("etcd-watcher").start(watcher::close);
  }

  /**
   * Returns the answer to a minimal read.
   *
   * @param serializable whether a server without a leader may answer it
   */
  public GetResponse read(boolean serializable, Duration limit)
      throws StatusException, InterruptedException {
    GetOption option =
        GetOption.builder().withKeysOnly(true).withSerializable(serializable).build();
    return JetcdClient.await(kv().get(SOME_KEY, option), limit);
  }

  /** Waits for a connection; after the deadline, returns why it is unusable. */
  public Optional<EtcdFailure> awaitReady(Deadline deadline) throws InterruptedException {
    Optional<EtcdFailure> trouble = trouble(deadline);
    while (trouble.isPresent() && !closed && !deadline.isOver()) {
      Thread.sleep(PAUSE);
      trouble = trouble(deadline);
    }
    return trouble;
  }

  /** Servers that answer with an error of their own are connected. */
  private Optional<EtcdFailure> trouble(Deadline deadline) throws InterruptedException {
    Duration left = deadline.left();
    try {
      var unused = read(true, left.compareTo(PROBE_LIMIT) < 0 ? left : PROBE_LIMIT);
      return Optional.empty();
    } catch (StatusException e) {
      return Optional.of(EtcdFailure.of(e.getStatus()))
          .filter(
              failure ->
                  failure.kind() == ErrorKind.CONNECTION_LOST
                      || failure.kind() == ErrorKind.TIMEOUT);
    }
  }

  /** Waits until requests can be sent again, or for the limit; one client tries for all of them. */
  void recover(Duration limit) throws InterruptedException {
    long begun = System.nanoTime();
    Deadline deadline = Deadline.in(limit);
    if (!lock.tryLock(limit.toNanos(), TimeUnit.NANOSECONDS)) {
      return;
    }
    try {
      while (!closed && usableAt - begun <= 0 && !deadline.isOver()) {
        tryOnce(deadline);
      }
    } finally {
      lock.unlock();
    }
  }

  private void tryOnce(Deadline deadline) throws InterruptedException {
    renewForNewLeader();
    Optional<EtcdFailure> trouble = trouble(deadline);
    if (trouble.isEmpty()) {
      usableAt = System.nanoTime();
      hanging = Deadline.in(HANG_LIMIT);
      return;
    }
    if (trouble.get().kind() != ErrorKind.TIMEOUT) {
      hanging = Deadline.in(HANG_LIMIT);
    } else if (hanging.isOver()) {
      replace(current.endpoints());
      hanging = Deadline.in(HANG_LIMIT);
    }
    Duration left = deadline.left();
    Thread.sleep(left.compareTo(PAUSE) < 0 ? left : PAUSE);
  }

  private void renewForNewLeader() throws InterruptedException {
    try {
      List<Endpoint> found = source.find();
      if (!found.equals(current.endpoints())) {
        replace(found);
      }
    } catch (BindingException e) {
      // There is no leader yet.
    }
  }

  private void replace(List<Endpoint> endpoints) {
    Opened old = current;
    current = open(endpoints);
    old.client().close();
    if (closed) {
      current.client().close();
    }
  }

  public void close() {
    closed = true;
    current.client().close();
  }
}
