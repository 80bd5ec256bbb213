package io.kvbench.bindings.dengine;

import io.grpc.Status;
import io.grpc.StatusException;
import io.kvbench.bindings.dengine.proto.ClusterMembership;
import io.kvbench.bindings.dengine.proto.LeaderDiscoveryResponse;
import io.kvbench.bindings.dengine.proto.NodeMeta;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.ParallelQueries;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The search for the leader. A server that does not lead rejects requests without naming the
 * leader. So every endpoint is asked whether it leads: the servers' own addresses may be
 * unreachable for clients. Only if none of them leads, the address that they report is used.
 */
final class LeaderSearch {
  static final Duration LIMIT = Duration.ofSeconds(1);

  private final DEngineClientOptions options;
  private final DEngineChannels channels;

  LeaderSearch(DEngineClientOptions options, DEngineChannels channels) {
    this.options = options;
    this.channels = channels;
  }

  /**
   * The result of a search.
   *
   * @param inVain whether every given server has answered that it is another program
   */
  record Finding(Optional<Endpoint> leader, boolean inVain) {}

  /** A server's claim about itself. */
  private sealed interface Claim {}

  /** A claim to be the leader, with its term. */
  private record LeadershipClaimed(Endpoint endpoint, long term) implements Claim {}

  /** A claim not to be the leader, or no claim. */
  private record LeadershipNotClaimed() implements Claim {}

  /** An answer of a server that does not know the request or has no answer to it. */
  private record OtherProgram() implements Claim {}

  Finding find(Duration patience) throws InterruptedException {
    Duration limit = patience.compareTo(LIMIT) < 0 ? patience : LIMIT;
    List<Claim> given = claims(options.endpoints(), limit);
    Optional<Endpoint> leader = latest(given);
    if (leader.isPresent() || given.stream().allMatch(OtherProgram.class::isInstance)) {
      return new Finding(leader, leader.isEmpty());
    }
    return new Finding(latest(claims(named(limit), limit)), false);
  }

  private List<Claim> claims(List<Endpoint> endpoints, Duration limit) throws InterruptedException {
    return ParallelQueries.all(endpoints, endpoint -> claim(endpoint, limit));
  }

  /** Of several claims, only that with the latest term is current. */
  private static Optional<Endpoint> latest(List<Claim> claims) {
    return claims.stream()
        .filter(LeadershipClaimed.class::isInstance)
        .map(LeadershipClaimed.class::cast)
        .max(Comparator.comparingLong(LeadershipClaimed::term))
        .map(LeadershipClaimed::endpoint);
  }

  /** Identifiers and terms begin with 1: an answer without them is not d-engine's. */
  private Claim claim(Endpoint endpoint, Duration limit) throws InterruptedException {
    try (DEngineServerQuery inquiry = new DEngineServerQuery(channels, endpoint, limit)) {
      LeaderDiscoveryResponse leader = inquiry.leader();
      boolean isOne = leader.getLeaderId() != 0 && leader.getTerm() > 0;
      return isOne ? new LeadershipClaimed(endpoint, leader.getTerm()) : new OtherProgram();
    } catch (StatusException e) {
      boolean unknown = e.getStatus().getCode() == Status.Code.UNIMPLEMENTED;
      return unknown || DEngineFailure.isGarbled(e.getStatus())
          ? new OtherProgram()
          : new LeadershipNotClaimed();
    }
  }

  /** Returns the leader, if a server knows one. */
  static Optional<NodeMeta> leading(ClusterMembership cluster) {
    return cluster.getNodesList().stream()
        .filter(
            node -> cluster.hasCurrentLeaderId() && node.getId() == cluster.getCurrentLeaderId())
        .findFirst();
  }

  /** Returns the addresses of the leader that the given servers report; it was not among them. */
  private List<Endpoint> named(Duration limit) throws InterruptedException {
    return ParallelQueries.all(options.endpoints(), endpoint -> leading(endpoint, limit)).stream()
        .flatMap(Optional::stream)
        .distinct()
        .filter(endpoint -> !options.endpoints().contains(endpoint))
        .toList();
  }

  private Optional<Endpoint> leading(Endpoint endpoint, Duration limit)
      throws InterruptedException {
    try (DEngineServerQuery inquiry = new DEngineServerQuery(channels, endpoint, limit)) {
      return leading(inquiry.members())
          .flatMap(leader -> DEngineClientOptions.ENDPOINTS.parse(leader.getAddress()));
    } catch (StatusException e) {
      return Optional.empty();
    }
  }
}
