package io.kvbench.bindings.dengine;

import com.google.protobuf.ByteString;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.netty.NettyChannelBuilder;
import io.kvbench.bindings.dengine.proto.ClientReadRequest;
import io.kvbench.bindings.dengine.proto.ClusterMembership;
import io.kvbench.bindings.dengine.proto.LeaderDiscoveryRequest;
import io.kvbench.bindings.dengine.proto.MetadataRequest;
import io.kvbench.bindings.dengine.server.DEngineServers;
import io.kvbench.bindings.support.grpc.BlockingCall;
import io.kvbench.core.server.HostPort;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/** The probe of one d-engine server, over gRPC. */
final class DEngineProbe implements DEngineServers.Probe {
  private static final Duration LIMIT = Duration.ofSeconds(1);
  private static final String FOLLOWER = "follower";

  private static final ClientReadRequest READ = DEngineRequests.probe(ByteString.copyFromUtf8("/"));

  @Override
  public Optional<String> role(String endpoint, int nodes) {
    try (Asked server = Asked.of(endpoint)) {
      return server.members().flatMap(members -> server.role(members, nodes));
    }
  }

  /** Returns whether a server has a leader and all nodes, and serves if it leads. */
  @Override
  public boolean isServing(String endpoint, int nodes) {
    try (Asked server = Asked.of(endpoint)) {
      return server
          .members()
          .filter(members -> members.getNodesCount() == nodes)
          .flatMap(members -> server.role(members, nodes))
          .filter(role -> role.equals(FOLLOWER) || server.answers(Method.READ, READ))
          .isPresent();
    }
  }

  /** The connection of one probe. */
  private record Asked(ManagedChannel channel) implements AutoCloseable {
    static Asked of(String endpoint) {
      HostPort place = HostPort.of(endpoint);
      return new Asked(
          NettyChannelBuilder.forAddress(new InetSocketAddress(place.host(), place.port()))
              .usePlaintext()
              .directExecutor()
              .disableRetry()
              .disableServiceConfigLookUp()
              .proxyDetector(target -> null)
              .build());
    }

    private Optional<ClusterMembership> members() {
      try {
        return Optional.of(ask(Method.MEMBERS, MetadataRequest.getDefaultInstance()));
      } catch (StatusException e) {
        return Optional.empty();
      }
    }

    /** Only the leader reports the leader. */
    private Optional<String> role(ClusterMembership members, int nodes) {
      if (!members.hasCurrentLeaderId()) {
        return Optional.empty();
      }
      boolean leads = answers(Method.DISCOVER_LEADER, LeaderDiscoveryRequest.getDefaultInstance());
      return Optional.of(leads ? nodes == 1 ? "standalone" : "leader" : FOLLOWER);
    }

    private <Q> boolean answers(MethodDescriptor<Q, ?> method, Q request) {
      try {
        ask(method, request);
        return true;
      } catch (StatusException e) {
        return false;
      }
    }

    private <Q, A> A ask(MethodDescriptor<Q, A> method, Q request) throws StatusException {
      try {
        return BlockingCall.ask(channel, method, request, new Metadata(), LIMIT);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw Status.CANCELLED.asException();
      }
    }

    @Override
    public void close() {
      channel.shutdownNow();
    }
  }
}
