package io.kvbench.bindings.dengine;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusException;
import io.grpc.netty.NettyChannelBuilder;
import io.kvbench.bindings.dengine.Answers.Members;
import io.kvbench.bindings.dengine.server.DEngineServers;
import io.kvbench.bindings.support.grpc.BlockingCall;
import io.kvbench.core.server.HostPort;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/** Questions to one d-engine server over gRPC. */
final class DEngineProbe implements DEngineServers.Probe {
  private static final Duration LIMIT = Duration.ofSeconds(1);
  private static final String FOLLOWER = "follower";

  /** A linearizable read of one key of one byte: keys (2) of bytes, policy (3) 1. */
  private static final byte[] READ = {0x12, 1, '/', 0x18, 1};

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
          .filter(members -> members.members().size() == nodes)
          .flatMap(members -> server.role(members, nodes))
          .filter(role -> role.equals(FOLLOWER) || server.answers(Method.READ, READ))
          .isPresent();
    }
  }

  /** A connection for the questions of one probe. */
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

    private Optional<Members> members() {
      try {
        return Optional.of(Answers.members(ask(Method.MEMBERS, Requests.empty())));
      } catch (IOException | StatusException e) {
        return Optional.empty();
      }
    }

    /** Only the leader answers who leads. */
    private Optional<String> role(Members members, int nodes) {
      if (members.leader().isEmpty()) {
        return Optional.empty();
      }
      boolean leads = answers(Method.DISCOVER_LEADER, Requests.empty());
      return Optional.of(leads ? nodes == 1 ? "standalone" : "leader" : FOLLOWER);
    }

    private boolean answers(MethodDescriptor<byte[], byte[]> method, byte[] request) {
      try {
        ask(method, request);
        return true;
      } catch (StatusException e) {
        return false;
      }
    }

    private byte[] ask(MethodDescriptor<byte[], byte[]> method, byte[] request)
        throws StatusException {
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
