package io.kvbench.bindings.dengine;

import io.grpc.Status;
import io.grpc.StatusException;
import io.kvbench.bindings.dengine.proto.ClusterMembership;
import io.kvbench.bindings.dengine.proto.LeaderDiscoveryResponse;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.ParallelQueries;
import io.kvbench.bindings.support.grpc.GrpcStatus;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.operation.Key;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * The query of every server's state. No server reports its version. Only the leader counts the
 * workload's records, by a scan, which returns all of them in one answer.
 */
final class DEngineClusterStateReader {
  /** The empty prefix, for all records. */
  static final Key EVERY_KEY = Key.of("");

  private static final Duration LIMIT = Duration.ofSeconds(12);

  private static final String TOO_MUCH =
      "they are over " + (DEngineChannels.MAX_ANSWER >> 20) + " MiB";

  private final DEngineClientOptions options;
  private final DEngineChannels channels;
  private final DEngineRequests requests;

  DEngineClusterStateReader(
      DEngineClientOptions options, DEngineChannels channels, DEngineRequests requests) {
    this.options = options;
    this.channels = channels;
    this.requests = requests;
  }

  /** Returns whether written records expire. */
  boolean recordsExpire() {
    return options.timeToLiveSeconds() > 0;
  }

  /**
   * Returns one state for each endpoint, in order. If none of them leads, that of the leader
   * follows, since it received the writes.
   *
   * @param writtenBytes how many bytes this binding has written: above a limit the records are not
   *     counted, since the answer would be too large
   */
  List<ServerState> states(long writtenBytes) throws InterruptedException {
    List<ServerState> states =
        ParallelQueries.all(options.endpoints(), endpoint -> state(endpoint, writtenBytes));
    return states.stream().anyMatch(ServerState::leader)
        ? states
        : Stream.concat(states.stream(), leaderElsewhere(writtenBytes).stream()).toList();
  }

  private Optional<ServerState> leaderElsewhere(long writtenBytes) throws InterruptedException {
    Optional<Endpoint> leader =
        new LeaderSearch(options, channels)
            .find(LeaderSearch.LIMIT)
            .leader()
            .filter(endpoint -> !options.endpoints().contains(endpoint));
    return leader.isPresent() ? Optional.of(state(leader.get(), writtenBytes)) : Optional.empty();
  }

  private ServerState state(Endpoint endpoint, long writtenBytes) throws InterruptedException {
    try (DEngineServerQuery inquiry = new DEngineServerQuery(channels, endpoint, LIMIT)) {
      ClusterMembership cluster = inquiry.members();
      Map<String, String> details = new LinkedHashMap<>();
      Optional<LeaderDiscoveryResponse> leads = leads(inquiry);
      if (cluster.hasCurrentLeaderId()) {
        details.put("leaderId", Integer.toString(cluster.getCurrentLeaderId()));
        details.put("mode", leads.isPresent() ? "leader" : "follower");
      }
      if (leads.isEmpty()) {
        details.put(ServerState.NOT_COUNTED, "only the leader reports it");
        return state(endpoint, leads, OptionalLong.empty(), details, Optional.empty());
      }
      if (recordsExpire()) {
        return uncounted(endpoint, leads, details, "they go away (dengine.ttl)");
      }
      if (writtenBytes > DEngineChannels.MAX_ANSWER) {
        return uncounted(endpoint, leads, details, TOO_MUCH);
      }
      return counted(inquiry, endpoint, leads, details);
    } catch (StatusException e) {
      return ServerState.silent(endpoint.toString(), DEngineFailure.of(e.getStatus()).message());
    }
  }

  private static Optional<LeaderDiscoveryResponse> leads(DEngineServerQuery inquiry)
      throws StatusException, InterruptedException {
    try {
      return Optional.of(inquiry.leader());
    } catch (StatusException e) {
      if (e.getStatus().getCode() == Status.Code.PERMISSION_DENIED) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private ServerState counted(
      DEngineServerQuery inquiry,
      Endpoint endpoint,
      Optional<LeaderDiscoveryResponse> leads,
      Map<String, String> details)
      throws InterruptedException {
    try {
      long records = inquiry.ask(Method.SCAN, requests.scan(EVERY_KEY)).getEntriesCount();
      return state(endpoint, leads, OptionalLong.of(records), details, Optional.empty());
    } catch (StatusException e) {
      if (isOverLimit(e.getStatus())) {
        return uncounted(endpoint, leads, details, TOO_MUCH);
      }
      return state(
          endpoint,
          leads,
          OptionalLong.empty(),
          details,
          Optional.of(
              "the records were not counted: " + DEngineFailure.of(e.getStatus()).message()));
    }
  }

  /** Returns whether an answer exceeded the size limit. */
  static boolean isOverLimit(Status status) {
    return status.getCode() == Status.Code.RESOURCE_EXHAUSTED
        && GrpcStatus.said(status).contains("exceeds maximum");
  }

  private static ServerState uncounted(
      Endpoint endpoint,
      Optional<LeaderDiscoveryResponse> leads,
      Map<String, String> details,
      String why) {
    details.put(ServerState.NOT_COUNTED, why);
    return state(endpoint, leads, OptionalLong.empty(), details, Optional.empty());
  }

  private static ServerState state(
      Endpoint endpoint,
      Optional<LeaderDiscoveryResponse> leads,
      OptionalLong keys,
      Map<String, String> details,
      Optional<String> problem) {
    OptionalLong term =
        leads.isPresent() ? OptionalLong.of(leads.get().getTerm()) : OptionalLong.empty();
    return new ServerState(
        endpoint.toString(), Optional.empty(), leads.isPresent(), term, keys, details, problem);
  }
}
