package io.kvbench.bindings.etcd.endpoint;

import io.grpc.DecompressorRegistry;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.bindings.support.netty.EventLoops;
import io.netty.channel.ChannelOption;
import java.util.concurrent.TimeUnit;

/** A factory of gRPC channels for requests outside the load, all on the same event loops. */
public final class EtcdChannels {
  /** A host that drops packets must not delay the next attempt for long. */
  public static final int CONNECT_MILLIS = 3_000;

  private final EtcdClientOptions options;
  private final EventLoops loops;

  public EtcdChannels(EtcdClientOptions options, EventLoops loops) {
    this.options = options;
    this.loops = loops;
  }

  /**
   * Creates a channel that connects on first use. Answers are delivered on the event loop; there
   * are no automatic retries.
   */
  public ManagedChannel make(EndpointSource source) {
    NettyChannelBuilder builder =
        NettyChannelBuilder.forTarget(EndpointResolverProvider.SCHEME + ":///etcd")
            .setNameResolverArg(EndpointResolverProvider.SOURCE, source)
            .eventLoopGroup(loops.group())
            .channelType(EventLoops.socket())
            .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
            .directExecutor()
            .disableRetry()
            .disableServiceConfigLookUp()
            .decompressorRegistry(DecompressorRegistry.emptyInstance())
            .maxTraceEvents(0)
            .idleTimeout(Integer.MAX_VALUE, TimeUnit.DAYS)
            .maxInboundMessageSize(Integer.MAX_VALUE);
    if (!options.keepAliveTime().isZero()) {
      builder
          .keepAliveTime(options.keepAliveTime().toNanos(), TimeUnit.NANOSECONDS)
          .keepAliveTimeout(options.keepAliveTimeout().toNanos(), TimeUnit.NANOSECONDS);
    }
    options
        .tls()
        .ifPresentOrElse(
            tls -> builder.useTransportSecurity().sslContext(tls), builder::usePlaintext);
    options.serverName().ifPresent(builder::overrideAuthority);
    return builder.build();
  }
}
