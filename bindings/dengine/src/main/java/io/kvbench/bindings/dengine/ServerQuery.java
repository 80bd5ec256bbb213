package io.kvbench.bindings.dengine;

import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.StatusException;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.grpc.BlockingCall;
import java.time.Duration;

/** Asks one server, on a connection of its own that ends with the inquiry. */
final class ServerQuery implements AutoCloseable {
  private final ManagedChannel channel;
  private final Duration limit;

  ServerQuery(Channels channels, Endpoint endpoint, Duration limit) {
    this.channel = channels.make(endpoint);
    this.limit = limit;
  }

  byte[] ask(MethodDescriptor<byte[], byte[]> method, byte[] request)
      throws StatusException, InterruptedException {
    return BlockingCall.ask(channel, method, request, new Metadata(), limit);
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
