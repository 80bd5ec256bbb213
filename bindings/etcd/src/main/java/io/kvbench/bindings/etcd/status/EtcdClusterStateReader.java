package io.kvbench.bindings.etcd.status;

import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.maintenance.HashKVResponse;
import io.etcd.jetcd.maintenance.StatusResponse;
import io.grpc.StatusException;
import io.kvbench.bindings.etcd.endpoint.EtcdChannels;
import io.kvbench.bindings.etcd.operation.EtcdFailure;
import io.kvbench.bindings.etcd.operation.EtcdRequests;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
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
import java.util.stream.Collectors;

/** The query of every server's state: its status, number of records, and their hash. */
public final class EtcdClusterStateReader {
  /** Less than the run's limit for all answers together. */
  private static final Duration LIMIT = Duration.ofSeconds(12);

  private final EtcdClientOptions options;
  private final EtcdChannels channels;
  private final Login login;
  private final JetcdClient jetcd;
  private final EtcdRequests requests;

  public EtcdClusterStateReader(
      EtcdClientOptions options,
      EtcdChannels channels,
      Login login,
      JetcdClient jetcd,
      EtcdRequests requests) {
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
    return withHashes(counted.stream().map(Counted::state).toList(), hashed);
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
    try (EtcdServerQuery inquiry = new EtcdServerQuery(channels, login, endpoint, LIMIT)) {
      StatusResponse status = jetcd.status(endpoint, LIMIT);
      List<String> problems = new ArrayList<>(status.getErrorList());
      OptionalLong keys = OptionalLong.empty();
      long revision = status.getHeader().getRevision();
      try {
        RangeResponse answer = count(inquiry, problems);
        keys = OptionalLong.of(answer.getCount());
        revision = answer.getHeader().getRevision();
      } catch (StatusException e) {
        problems.add("the records were not counted: " + EtcdFailure.of(e.getStatus()).message());
      }
      return new Counted(state(endpoint, status, keys, problems), revision);
    } catch (StatusException e) {
      return new Counted(
          ServerState.silent(endpoint.toString(), EtcdFailure.of(e.getStatus()).message()),
          Long.MAX_VALUE);
    }
  }

  /** A linearizable read makes the server catch up; without a leader it counts its local state. */
  private RangeResponse count(EtcdServerQuery inquiry, List<String> problems)
      throws StatusException, InterruptedException {
    try {
      return inquiry.ask(KVGrpc.getRangeMethod(), requests.count(false));
    } catch (StatusException e) {
      RangeResponse stale = inquiry.ask(KVGrpc.getRangeMethod(), requests.count(true));
      problems.add(
          "the records may be behind those of other servers: "
              + EtcdFailure.of(e.getStatus()).message());
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
        problem(problems));
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
      return new Hashed(
          OptionalLong.empty(), 0, revision, 0, EtcdFailure.of(e.getStatus()).message());
    }
  }

  /** Returns the states with hashes and, if servers differ, the problem. */
  static List<ServerState> withHashes(List<ServerState> states, List<Hashed> hashed) {
    boolean differ =
        hashed.stream()
            .filter(each -> each.hash().isPresent())
            .collect(
                Collectors.groupingBy(
                    Hashed::compacted,
                    Collectors.mapping(each -> each.hash().getAsLong(), Collectors.toSet())))
            .values()
            .stream()
            .anyMatch(hashes -> hashes.size() > 1);
    List<ServerState> with = new ArrayList<>();
    for (int index = 0; index < states.size(); index++) {
      with.add(with(states.get(index), hashed.get(index), differ));
    }
    return List.copyOf(with);
  }

  private static ServerState with(ServerState state, Hashed hashed, boolean differ) {
    Map<String, String> details = new LinkedHashMap<>(state.details());
    List<String> problems = new ArrayList<>();
    state.problem().ifPresent(problems::add);
    if (hashed.hash().isPresent()) {
      details.put("hashkv", Long.toString(hashed.hash().getAsLong()));
      details.put("hashkvMicros", Long.toString(hashed.micros()));
      details.put("hashkvRevision", Long.toString(hashed.revision()));
      details.put("hashkvCompactRevision", Long.toString(hashed.compacted()));
      if (differ) {
        problems.add(
            "the servers' hashes of the store differ at the same revision: their records are not"
                + " the same");
      }
    } else {
      problems.add("no hash of the store: " + hashed.problem());
    }
    return with(state, details, problem(problems));
  }

  /** Returns the state with other details and another problem. */
  public static ServerState with(
      ServerState state, Map<String, String> details, Optional<String> problem) {
    return new ServerState(
        state.endpoint(),
        state.version(),
        state.leader(),
        state.term(),
        state.keys(),
        details,
        problem);
  }

  private static Optional<String> problem(List<String> problems) {
    return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems));
  }
}
