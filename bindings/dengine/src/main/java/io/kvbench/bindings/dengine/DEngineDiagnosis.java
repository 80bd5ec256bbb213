package io.kvbench.bindings.dengine;

import io.grpc.Status;
import io.grpc.StatusException;
import io.kvbench.bindings.dengine.proto.ClusterMembership;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.UnusableServers;
import io.kvbench.bindings.support.grpc.GrpcStatus;
import java.time.Duration;
import java.util.Optional;

/** An explanation for the user why d-engine cannot be used, by querying each server once more. */
final class DEngineDiagnosis {
  static final String NOT_DENGINE = "speaks gRPC, but is not d-engine";

  private static final Duration LIMIT = Duration.ofSeconds(3);

  private final DEngineClientOptions options;
  private final DEngineChannels channels;

  DEngineDiagnosis(DEngineClientOptions options, DEngineChannels channels) {
    this.options = options;
    this.channels = channels;
  }

  /** Describes the problem of every server. */
  String whyNotUsable(Duration waited) throws InterruptedException {
    return UnusableServers.afterWaiting(
        "d-engine", options.endpoints(), this::finding, waited, "and the dengine.* settings");
  }

  /** Describes the same without a wait, which would not have helped. */
  String whyNeverUsable() throws InterruptedException {
    return UnusableServers.findings("d-engine", options.endpoints(), this::finding)
        + ". Correct endpoints=.";
  }

  private String finding(Endpoint endpoint) throws InterruptedException {
    try (DEngineServerQuery inquiry = new DEngineServerQuery(channels, endpoint, LIMIT)) {
      ClusterMembership cluster = inquiry.members();
      if (cluster.getNodesCount() == 0) {
        return NOT_DENGINE;
      }
      return LeaderSearch.leading(cluster)
          .map(leader -> "answers, and says that " + leader.getAddress() + " leads")
          .orElse("answers that it knows no leader: the cluster has no quorum");
    } catch (StatusException e) {
      return words(e.getStatus());
    }
  }

  /** Describes the failure to reach a server. */
  private static String words(Status status) {
    Optional<String> unreachable = GrpcStatus.unreachable(status);
    if (unreachable.isPresent()) {
      return unreachable.get();
    }
    if (status.getCode() == Status.Code.UNIMPLEMENTED || DEngineFailure.isGarbled(status)) {
      return NOT_DENGINE;
    }
    if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
      return "does not answer: it is unreachable, hangs, or is not d-engine";
    }
    return switch (DEngineFailure.of(status).kind()) {
      case UNAVAILABLE ->
          DEngineFailure.of(status).message()
              + "; it may be waiting for the other servers of its cluster";
      case CONNECTION_LOST -> "closes the connection: it may not be d-engine, or expect TLS";
      default -> DEngineFailure.of(status).message();
    };
  }
}
