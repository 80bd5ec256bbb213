package io.kvbench.bindings.etcd.wire;

import io.grpc.Status;
import io.kvbench.bindings.etcd.endpoint.Channels;
import io.kvbench.bindings.etcd.options.ClientOptions;
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

  private final ClientOptions options;
  private final EventLoops loops;

  public Links(ClientOptions options, EventLoops loops) {
    this.options = options;
    this.loops = loops;
  }

  public ClientOptions options() {
    return options;
  }

  public EventLoop loop() {
    return loops.group().next();
  }

  public Link make(Link.Owner owner, Endpoint endpoint) {
    String authority = options.serverName().orElse(endpoint.toString());
    RequestHeaders headers = new RequestHeaders(authority, options.tls().isPresent());
    return new Link(owner, headers, options, OPEN_LIMIT);
  }

  /** Begins to connect; the link reports the result to its owner. */
  public void connect(Link link, EventLoop loop, Endpoint endpoint, InetSocketAddress to) {
    EventLoops.connect(
        loop,
        to,
        Channels.CONNECT_MILLIS,
        channel -> add(link, channel, endpoint),
        cause -> link.end(Status.UNAVAILABLE.withCause(cause)));
  }

  /** Adds a link to a connection, which may already be established, with TLS if it is used. */
  public void add(Link link, Channel channel, Endpoint endpoint) {
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
