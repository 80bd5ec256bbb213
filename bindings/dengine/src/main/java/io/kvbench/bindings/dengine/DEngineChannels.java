package io.kvbench.bindings.dengine;

import io.grpc.Codec;
import io.grpc.DecompressorRegistry;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.netty.EventLoops;
import io.netty.channel.ChannelOption;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A factory of gRPC channels, each with one connection, all on the same event loops. */
final class DEngineChannels {
  static final Duration CONNECT_LIMIT = Duration.ofSeconds(3);

  /** The max size of an answer: a scan returns all records in one, which must fit into memory. */
  static final int MAX_ANSWER = 64 << 20;

  /** A server may also state that it does not compress. */
  private static final DecompressorRegistry UNCOMPRESSED =
      DecompressorRegistry.emptyInstance().with(Codec.Identity.NONE, false);

  private final DEngineClientOptions options;
  private final EventLoops loops;

  DEngineChannels(DEngineClientOptions options, EventLoops loops) {
    this.options = options;
    this.loops = loops;
  }

  /**
   * Creates a channel that connects on first use; its name is resolved now, once. Answers are
   * delivered on the event loop; there are no automatic retries.
   */
  ManagedChannel make(Endpoint endpoint) {
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(new InetSocketAddress(endpoint.host(), endpoint.port()))
            .usePlaintext()
            .eventLoopGroup(loops.group())
            .channelType(EventLoops.socket())
            .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) CONNECT_LIMIT.toMillis())
            .directExecutor()
            .disableRetry()
            .disableServiceConfigLookUp()
            .decompressorRegistry(UNCOMPRESSED)
            .proxyDetector(target -> null)
            .maxTraceEvents(0)
            .idleTimeout(Integer.MAX_VALUE, TimeUnit.DAYS)
            .maxInboundMessageSize(MAX_ANSWER);
    if (!options.keepAliveTime().isZero()) {
      builder
          .keepAliveTime(options.keepAliveTime().toNanos(), TimeUnit.NANOSECONDS)
          .keepAliveTimeout(options.keepAliveTimeout().toNanos(), TimeUnit.NANOSECONDS);
    }
    return builder.build();
  }
}
