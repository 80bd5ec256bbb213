package io.kvbench.bindings.etcd.status;

import io.etcd.jetcd.maintenance.StatusResponse;
import io.grpc.StatusException;
import io.kvbench.bindings.etcd.endpoint.EndpointSource;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.ParallelQueries;
import io.kvbench.core.binding.BindingException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * An endpoint source that finds the leader by querying every server. All connections lose a leader
 * at the same time, so concurrent queries share one answer.
 */
public final class LeaderSource implements EndpointSource {
  private static final Duration LIMIT = Duration.ofSeconds(2);
  private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

  private final EtcdClientOptions options;
  private final JetcdClient jetcd;

  private final ReentrantLock lock = new ReentrantLock();
  private Optional<Endpoint> leader = Optional.empty();
  private boolean asked;
  private long askedNanos;

  public LeaderSource(EtcdClientOptions options, JetcdClient jetcd) {
    this.options = options;
    this.jetcd = jetcd;
  }

  /** A server that claims to be the leader, and its term. */
  private record Claim(Endpoint endpoint, long term) {}

  @Override
  public List<Endpoint> find() throws BindingException, InterruptedException {
    return List.of(
        latest()
            .orElseThrow(
                () ->
                    new BindingException(
                        "no server at "
                            + options.where()
                            + " says that it leads its cluster; list all servers in"
                            + " endpoints=, or omit etcd.targetleader.")));
  }

  private Optional<Endpoint> latest() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      if (!asked || System.nanoTime() - askedNanos > FRESH_NANOS) {
        leader = ask();
        asked = true;
        askedNanos = System.nanoTime();
      }
      return leader;
    } finally {
      lock.unlock();
    }
  }

  /** Of several claims, only that with the latest term is current. */
  private Optional<Endpoint> ask() throws InterruptedException {
    return ParallelQueries.all(options.endpoints(), this::claim).stream()
        .flatMap(Optional::stream)
        .max(Comparator.comparingLong(Claim::term))
        .map(Claim::endpoint);
  }

  private Optional<Claim> claim(Endpoint endpoint) throws InterruptedException {
    try {
      StatusResponse status = jetcd.status(endpoint, LIMIT);
      boolean leads = status.getLeader() == status.getHeader().getMemberId();
      return leads ? Optional.of(new Claim(endpoint, status.getRaftTerm())) : Optional.empty();
    } catch (StatusException e) {
      return Optional.empty();
    }
  }
}
