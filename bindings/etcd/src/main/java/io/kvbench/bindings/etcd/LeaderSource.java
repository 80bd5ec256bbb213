package io.kvbench.bindings.etcd;

import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.StatusRequest;
import io.etcd.jetcd.api.StatusResponse;
import io.grpc.StatusException;
import io.kvbench.core.binding.BindingException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds the leader by asking every server, each time anew. */
final class LeaderSource implements EndpointSource {
  private static final Duration LIMIT = Duration.ofSeconds(2);

  private final ClientOptions options;
  private final Channels channels;
  private final Login login;

  LeaderSource(ClientOptions options, Channels channels, Login login) {
    this.options = options;
    this.channels = channels;
    this.login = login;
  }

  /** A server that calls itself the leader, and of which term. */
  private record Claim(Endpoint endpoint, long term) {}

  /** Of several that call themselves the leader, all but the latest have not heard yet. */
  @Override
  public List<Endpoint> find() throws BindingException, InterruptedException {
    return Inquiries.all(options.endpoints(), this::claim).stream()
        .flatMap(Optional::stream)
        .max(Comparator.comparingLong(Claim::term))
        .map(claim -> List.of(claim.endpoint()))
        .orElseThrow(
            () ->
                new BindingException(
                    "no server at "
                        + options.where()
                        + " says that it leads its cluster; list all servers in endpoints=, or"
                        + " leave out etcd.targetleader."));
  }

  private Optional<Claim> claim(Endpoint endpoint) throws InterruptedException {
    try (Inquiry inquiry = new Inquiry(channels, login, endpoint, LIMIT)) {
      StatusResponse status =
          inquiry.ask(MaintenanceGrpc.getStatusMethod(), StatusRequest.getDefaultInstance());
      boolean leads = status.getLeader() == status.getHeader().getMemberId();
      return leads ? Optional.of(new Claim(endpoint, status.getRaftTerm())) : Optional.empty();
    } catch (StatusException e) {
      return Optional.empty();
    }
  }
}
