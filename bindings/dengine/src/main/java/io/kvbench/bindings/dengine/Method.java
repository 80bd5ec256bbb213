package io.kvbench.bindings.dengine;

import io.grpc.MethodDescriptor;
import io.grpc.MethodDescriptor.Marshaller;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * The calls of d-engine's interface that are used. Their messages pass as bytes: {@link Requests}
 * writes and {@link Answers} reads them, as {@code dengine.proto} beside this class says.
 */
final class Method {
  private static final String CLIENT = "d_engine.client.RaftClientService";
  private static final String CLUSTER = "d_engine.server.cluster.ClusterManagementService";

  static final MethodDescriptor<byte[], byte[]> WRITE = unary(CLIENT, "HandleClientWrite");
  static final MethodDescriptor<byte[], byte[]> READ = unary(CLIENT, "HandleClientRead");
  static final MethodDescriptor<byte[], byte[]> SCAN = unary(CLIENT, "HandleClientScan");
  static final MethodDescriptor<byte[], byte[]> WATCH =
      method(MethodDescriptor.MethodType.SERVER_STREAMING, CLIENT, "Watch");
  static final MethodDescriptor<byte[], byte[]> MEMBERS = unary(CLUSTER, "GetClusterMetadata");
  static final MethodDescriptor<byte[], byte[]> DISCOVER_LEADER = unary(CLUSTER, "DiscoverLeader");

  private Method() {}

  private static MethodDescriptor<byte[], byte[]> unary(String service, String name) {
    return method(MethodDescriptor.MethodType.UNARY, service, name);
  }

  private static MethodDescriptor<byte[], byte[]> method(
      MethodDescriptor.MethodType type, String service, String name) {
    Marshaller<byte[]> bytes = new Bytes();
    return MethodDescriptor.newBuilder(bytes, bytes)
        .setType(type)
        .setFullMethodName(MethodDescriptor.generateFullMethodName(service, name))
        .build();
  }

  /** gRPC knows the length of this kind of stream, and copies it once. */
  private static final class Bytes implements Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] message) {
      return new ByteArrayInputStream(message);
    }

    @Override
    public byte[] parse(InputStream message) {
      try {
        return message.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
