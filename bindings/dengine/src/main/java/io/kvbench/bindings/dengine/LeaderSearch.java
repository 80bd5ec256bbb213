package io.kvbench.bindings.dengine;

import io.grpc.StatusException;
import io.kvbench.bindings.dengine.Answers.Leader;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds the leader. A server that does not lead says nothing of who does when it refuses a request.
 * So every endpoint is asked whether it leads: the addresses that the servers have of one another
 * may be of no use out here. Only where none of them does, the leader is where they say.
 */
final class LeaderSearch {
  static final Duration LIMIT = Duration.ofSeconds(1);

  private final ClientOptions options;
  private final Channels channels;

  LeaderSearch(ClientOptions options, Channels channels) {
    this.options = options;
    this.channels = channels;
  }

  /** A server that calls itself the leader, and of which term. */
  private record Claim(Endpoint endpoint, long term) {}

  Optional<Endpoint> find(Duration patience) throws InterruptedException {
    Duration limit = patience.compareTo(LIMIT) < 0 ? patience : LIMIT;
    Optional<Endpoint> given = latest(options.endpoints(), limit);
    return given.isPresent() ? given : latest(named(limit), limit);
  }

  /** Of several that call themselves the leader, all but the latest have not heard yet. */
  private Optional<Endpoint> latest(List<Endpoint> endpoints, Duration limit)
      throws InterruptedException {
    return Inquiries.all(endpoints, endpoint -> claim(endpoint, limit)).stream()
        .flatMap(Optional::stream)
        .max(Comparator.comparingLong(Claim::term))
        .map(Claim::endpoint);
  }

  private Optional<Claim> claim(Endpoint endpoint, Duration limit) throws InterruptedException {
    try (Inquiry inquiry = new Inquiry(channels, endpoint, limit)) {
      Leader leader = Answers.leader(inquiry.ask(Method.DISCOVER_LEADER, Requests.empty()));
      return Optional.of(new Claim(endpoint, leader.term()));
    } catch (StatusException | IOException e) {
      return Optional.empty();
    }
  }

  /** Returns where the given servers say that their leader is, and it was not among them. */
  private List<Endpoint> named(Duration limit) throws InterruptedException {
    return Inquiries.all(options.endpoints(), endpoint -> leading(endpoint, limit)).stream()
        .flatMap(Optional::stream)
        .distinct()
        .filter(endpoint -> !options.endpoints().contains(endpoint))
        .toList();
  }

  private Optional<Endpoint> leading(Endpoint endpoint, Duration limit)
      throws InterruptedException {
    try (Inquiry inquiry = new Inquiry(channels, endpoint, limit)) {
      return Answers.members(inquiry.ask(Method.MEMBERS, Requests.empty()))
          .leading()
          .flatMap(member -> Endpoint.parse(member.address()));
    } catch (StatusException | IOException e) {
      return Optional.empty();
    }
  }
}
