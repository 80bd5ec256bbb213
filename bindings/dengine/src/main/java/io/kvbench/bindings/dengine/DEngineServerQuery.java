package io.kvbench.bindings.dengine;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.StatusException;
import io.kvbench.bindings.dengine.proto.ClusterMembership;
import io.kvbench.bindings.dengine.proto.LeaderDiscoveryRequest;
import io.kvbench.bindings.dengine.proto.LeaderDiscoveryResponse;
import io.kvbench.bindings.dengine.proto.MetadataRequest;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.grpc.BlockingCall;
import java.time.Duration;

/** A query of one server, on a separate connection that ends with it. */
final class DEngineServerQuery implements AutoCloseable {
  private final ManagedChannel channel;
  private final Duration limit;

  DEngineServerQuery(DEngineChannels channels, Endpoint endpoint, Duration limit) {
    this.channel = channels.make(endpoint);
    this.limit = limit;
  }

  /** Returns the cluster as known to the server. */
  ClusterMembership members() throws StatusException, InterruptedException {
    return ask(Method.MEMBERS, MetadataRequest.getDefaultInstance());
  }

  /** Returns the answer that only the leader gives. */
  LeaderDiscoveryResponse leader() throws StatusException, InterruptedException {
    return ask(Method.DISCOVER_LEADER, LeaderDiscoveryRequest.getDefaultInstance());
  }

  <Q, A> A ask(MethodDescriptor<Q, A> method, Q request)
      throws StatusException, InterruptedException {
    return BlockingCall.ask(channel, method, request, new Metadata(), limit);
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
