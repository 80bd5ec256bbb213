package io.kvbench.bindings.etcd.jetcd;

import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.maintenance.HashKVResponse;
import io.etcd.jetcd.maintenance.StatusResponse;
import io.grpc.StatusException;
import io.kvbench.bindings.etcd.endpoint.Channels;
import io.kvbench.bindings.etcd.operation.Failure;
import io.kvbench.bindings.etcd.operation.Requests;
import io.kvbench.bindings.etcd.options.ClientOptions;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.ParallelQueries;
import io.kvbench.core.binding.ServerState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** The query of every server's state: its status, number of records, and their hash. */
public final class ClusterStateReader {
  /** Less than the run's limit for all answers together. */
  private static final Duration LIMIT = Duration.ofSeconds(12);

  private final ClientOptions options;
  private final Channels channels;
  private final Login login;
  private final JetcdClient jetcd;
  private final Requests requests;

  public ClusterStateReader(
      ClientOptions options, Channels channels, Login login, JetcdClient jetcd, Requests requests) {
    this.options = options;
    this.channels = channels;
    this.login = login;
    this.jetcd = jetcd;
    this.requests = requests;
  }

  /** Returns one state for each endpoint, in order. */
  public List<ServerState> states() throws InterruptedException {
    List<Counted> counted = ParallelQueries.all(options.endpoints(), this::count);
    if (!options.checkHash()) {
      return counted.stream().map(Counted::state).toList();
    }
    // All at the same revision, which each of them has reached.
    long revision = counted.stream().mapToLong(Counted::revision).min().orElse(0);
    List<Hashed> hashed =
        ParallelQueries.all(options.endpoints(), endpoint -> hash(endpoint, revision));
    return HashCheck.states(counted.stream().map(Counted::state).toList(), hashed);
  }

  /** A server's own state, at a revision of the store. */
  private record Counted(ServerState state, long revision) {}

  /**
   * The hash of a server's whole store.
   *
   * @param hash empty if there is no answer
   * @param compacted the revision of the last compaction, on which the hash depends
   */
  record Hashed(OptionalLong hash, long compacted, long revision, long micros, String problem) {}

  private Counted count(Endpoint endpoint) throws InterruptedException {
    try (ServerQuery inquiry = new ServerQuery(channels, login, endpoint, LIMIT)) {
      StatusResponse status = jetcd.status(endpoint, LIMIT);
      List<String> problems = new ArrayList<>(status.getErrorList());
      OptionalLong keys = OptionalLong.empty();
      long revision = status.getHeader().getRevision();
      try {
        RangeResponse answer = count(inquiry, problems);
        keys = OptionalLong.of(answer.getCount());
        revision = answer.getHeader().getRevision();
      } catch (StatusException e) {
        problems.add("the records were not counted: " + Failure.of(e.getStatus()).message());
      }
      return new Counted(state(endpoint, status, keys, problems), revision);
    } catch (StatusException e) {
      return new Counted(
          ServerState.silent(endpoint.toString(), Failure.of(e.getStatus()).message()),
          Long.MAX_VALUE);
    }
  }

  /** A linearizable read makes the server catch up; without a leader it counts its local state. */
  private RangeResponse count(ServerQuery inquiry, List<String> problems)
      throws StatusException, InterruptedException {
    try {
      return inquiry.ask(KVGrpc.getRangeMethod(), requests.count(false));
    } catch (StatusException e) {
      RangeResponse stale = inquiry.ask(KVGrpc.getRangeMethod(), requests.count(true));
      problems.add(
          "the records may be behind those of other servers: "
              + Failure.of(e.getStatus()).message());
      return stale;
    }
  }

  private static ServerState state(
      Endpoint endpoint, StatusResponse status, OptionalLong keys, List<String> problems) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put(
        ServerState.IDENTITY,
        "member %016x of cluster %016x"
            .formatted(status.getHeader().getMemberId(), status.getHeader().getClusterId()));
    details.put("dbSizeBytes", Long.toString(status.getDbSize()));
    details.put("dbSizeInUseBytes", Long.toString(status.getDbSizeInUse()));
    details.put("revision", Long.toString(status.getHeader().getRevision()));
    details.put("raftIndex", Long.toString(status.getRaftIndex()));
    if (status.isLearner()) {
      details.put("learner", "true");
    }
    return new ServerState(
        endpoint.toString(),
        Optional.of(status.getVersion()),
        status.getLeader() != 0 && status.getLeader() == status.getHeader().getMemberId(),
        OptionalLong.of(status.getRaftTerm()),
        keys,
        details,
        problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems)));
  }

  private Hashed hash(Endpoint endpoint, long revision) throws InterruptedException {
    try {
      long started = System.nanoTime();
      HashKVResponse answer = jetcd.hash(endpoint, revision, LIMIT);
      return new Hashed(
          OptionalLong.of(Integer.toUnsignedLong(answer.getHash())),
          answer.getCompacted(),
          revision,
          TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - started),
          "");
    } catch (StatusException e) {
      return new Hashed(OptionalLong.empty(), 0, revision, 0, Failure.of(e.getStatus()).message());
    }
  }
}
