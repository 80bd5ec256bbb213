package io.kvbench.bindings.dengine;

import com.google.protobuf.Message;
import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.protobuf.ProtoUtils;
import io.kvbench.bindings.dengine.proto.ClientReadRequest;
import io.kvbench.bindings.dengine.proto.ClientResponse;
import io.kvbench.bindings.dengine.proto.ClientWriteRequest;
import io.kvbench.bindings.dengine.proto.ClusterMembership;
import io.kvbench.bindings.dengine.proto.LeaderDiscoveryRequest;
import io.kvbench.bindings.dengine.proto.LeaderDiscoveryResponse;
import io.kvbench.bindings.dengine.proto.MetadataRequest;
import io.kvbench.bindings.dengine.proto.ScanRequest;
import io.kvbench.bindings.dengine.proto.ScanResponse;
import io.kvbench.bindings.dengine.proto.WatchRequest;
import io.kvbench.bindings.dengine.proto.WatchResponse;

/** The calls of d-engine's API that are used; their messages are in {@code dengine.proto}. */
final class Method {
  private static final String CLIENT = "d_engine.client.RaftClientService";
  private static final String CLUSTER = "d_engine.server.cluster.ClusterManagementService";

  static final MethodDescriptor<ClientWriteRequest, ClientResponse> WRITE =
      unary(
          CLIENT,
          "HandleClientWrite",
          ClientWriteRequest.getDefaultInstance(),
          ClientResponse.getDefaultInstance());
  static final MethodDescriptor<ClientReadRequest, ClientResponse> READ =
      unary(
          CLIENT,
          "HandleClientRead",
          ClientReadRequest.getDefaultInstance(),
          ClientResponse.getDefaultInstance());
  static final MethodDescriptor<ScanRequest, ScanResponse> SCAN =
      unary(
          CLIENT,
          "HandleClientScan",
          ScanRequest.getDefaultInstance(),
          ScanResponse.getDefaultInstance());
  static final MethodDescriptor<WatchRequest, WatchResponse> WATCH =
      method(
          MethodType.SERVER_STREAMING,
          CLIENT,
          "Watch",
          WatchRequest.getDefaultInstance(),
          WatchResponse.getDefaultInstance());
  static final MethodDescriptor<MetadataRequest, ClusterMembership> MEMBERS =
      unary(
          CLUSTER,
          "GetClusterMetadata",
          MetadataRequest.getDefaultInstance(),
          ClusterMembership.getDefaultInstance());
  static final MethodDescriptor<LeaderDiscoveryRequest, LeaderDiscoveryResponse> DISCOVER_LEADER =
      unary(
          CLUSTER,
          "DiscoverLeader",
          LeaderDiscoveryRequest.getDefaultInstance(),
          LeaderDiscoveryResponse.getDefaultInstance());

  private Method() {}

  private static <Q extends Message, A extends Message> MethodDescriptor<Q, A> unary(
      String service, String name, Q request, A answer) {
    return method(MethodType.UNARY, service, name, request, answer);
  }

  private static <Q extends Message, A extends Message> MethodDescriptor<Q, A> method(
      MethodType type, String service, String name, Q request, A answer) {
    return MethodDescriptor.newBuilder(
            ProtoUtils.marshaller(request), ProtoUtils.marshaller(answer))
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
        .build();
  }
}
