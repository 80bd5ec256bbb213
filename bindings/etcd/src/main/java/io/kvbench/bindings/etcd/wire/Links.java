package io.kvbench.bindings.etcd.wire;

import io.grpc.Status;
import io.kvbench.bindings.etcd.endpoint.EtcdChannels;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.netty.EventLoops;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.time.Duration;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** A factory of TCP connections to servers, with TLS if it is used. */
public final class Links {
  /** A server that accepts connections and stays silent must not delay the next attempt. */
  private static final Duration OPEN_LIMIT = Duration.ofSeconds(5);

  private final EtcdClientOptions options;
  private final EventLoops loops;

  public Links(EtcdClientOptions options, EventLoops loops) {
    this.options = options;
    this.loops = loops;
  }

  public EtcdClientOptions options() {
    return options;
  }

  public EventLoop loop() {
    return loops.group().next();
  }

  public EtcdLink make(EtcdLink.Owner owner, Endpoint endpoint) {
    String authority = options.serverName().orElse(endpoint.toString());
    RequestHeaders headers = new RequestHeaders(authority, options.tls().isPresent());
    return new EtcdLink(owner, headers, options, OPEN_LIMIT);
  }

  /** Begins to connect; the link reports the result to its owner. */
  public void connect(EtcdLink link, EventLoop loop, Endpoint endpoint, InetSocketAddress to) {
    EventLoops.connect(
        loop,
        to,
        EtcdChannels.CONNECT_MILLIS,
        channel -> add(link, channel, endpoint),
        cause -> link.end(Status.UNAVAILABLE.withCause(cause)));
  }

  /** Adds a link to a connection, which may already be established, with TLS if it is used. */
  public void add(EtcdLink link, Channel channel, Endpoint endpoint) {
    options
        .tls()
        .ifPresent(
            tls ->
                channel
                    .pipeline()
                    .addLast(
                        handler(tls.newEngine(channel.alloc(), name(endpoint), endpoint.port()))));
    channel.pipeline().addLast(link);
  }

  /** Returns the name that the certificate must have. */
  private String name(Endpoint endpoint) {
    return options.serverName().orElse(endpoint.host());
  }

  private static SslHandler handler(SSLEngine engine) {
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    engine.setSSLParameters(parameters);
    return new SslHandler(engine);
  }
}
