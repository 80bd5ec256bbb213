package io.kvbench.bindings.dengine;

import io.grpc.Status;
import io.grpc.StatusException;
import io.kvbench.bindings.dengine.proto.ClusterMembership;
import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.ParallelQueries;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.List;

/** An explanation for the user why d-engine cannot be used, by querying each server once more. */
final class Diagnosis {
  static final String NOT_DENGINE = "speaks gRPC, but is not d-engine";

  private static final Duration LIMIT = Duration.ofSeconds(3);

  private final ClientOptions options;
  private final Channels channels;

  Diagnosis(ClientOptions options, Channels channels) {
    this.options = options;
    this.channels = channels;
  }

  /** Describes the problem of every server. */
  String whyNotUsable(Duration waited) throws InterruptedException {
    return findings()
        + " after waiting "
        + waited.toMillis() / 1000.0
        + " s. Start the servers, or correct endpoints= and the dengine.* settings.";
  }

  /** Describes the same without a wait, which would not have helped. */
  String whyNeverUsable() throws InterruptedException {
    return findings() + ". Correct endpoints=.";
  }

  private String findings() throws InterruptedException {
    List<String> findings =
        ParallelQueries.all(
            options.endpoints(), endpoint -> endpoint + " (" + finding(endpoint) + ")");
    return "d-engine cannot be used at " + String.join(", ", findings);
  }

  private String finding(Endpoint endpoint) throws InterruptedException {
    try (ServerQuery inquiry = new ServerQuery(channels, endpoint, LIMIT)) {
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
    Throwable cause = status.getCause();
    if (Causes.find(UnknownHostException.class, cause).isPresent()
        || Causes.find(UnresolvedAddressException.class, cause).isPresent()) {
      return "no such host is known";
    }
    if (Causes.find(ConnectException.class, cause).isPresent()) {
      return "refuses connections: nothing listens there";
    }
    if (status.getCode() == Status.Code.UNIMPLEMENTED || Failure.isGarbled(status)) {
      return NOT_DENGINE;
    }
    if (status.getCode() == Status.Code.DEADLINE_EXCEEDED) {
      return "does not answer: it is unreachable, hangs, or is not d-engine";
    }
    return switch (Failure.of(status).kind()) {
      case UNAVAILABLE ->
          Failure.of(status).message() + "; it may be waiting for the other servers of its cluster";
      case CONNECTION_LOST -> "closes the connection: it may not be d-engine, or expect TLS";
      default -> Failure.of(status).message();
    };
  }
}
