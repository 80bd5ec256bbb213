package io.kvbench.bindings.consul.wire;

import io.kvbench.bindings.consul.operation.ConsulRequests;
import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.consul.options.ConsulTls;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.support.netty.EventLoops;
import io.kvbench.core.binding.BindingException;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslHandler;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The addresses of all servers, with factories of links and requests. */
public final class ConsulServerAddresses {
  private static final int CONNECT_LIMIT_MILLIS = 3000;

  private final List<Server> servers;
  private final Optional<ConsulTls> tls;

  private record Server(Endpoint endpoint, InetSocketAddress address, ConsulRequests requests) {}

  private ConsulServerAddresses(List<Server> servers, Optional<ConsulTls> tls) {
    this.servers = servers;
    this.tls = tls;
  }

  /** Resolves all hosts, once: the event loops must not wait for lookups. */
  public static ConsulServerAddresses of(ConsulClientOptions options) throws BindingException {
    List<Server> servers = new ArrayList<>();
    for (Endpoint endpoint : options.endpoints()) {
      try {
        servers.add(
            new Server(
                endpoint,
                new InetSocketAddress(InetAddress.getByName(endpoint.host()), endpoint.port()),
                new ConsulRequests(endpoint, options)));
      } catch (UnknownHostException e) {
        throw new BindingException(
            options.dialect().title()
                + " cannot be used at "
                + endpoint
                + ": no such host is known. Correct endpoints=.",
            e);
      }
    }
    return new ConsulServerAddresses(List.copyOf(servers), options.tls());
  }

  /** Returns the index of the next server in turn. */
  int after(int server) {
    return (server + 1) % servers.size();
  }

  ConsulRequests requests(int server) {
    return servers.get(server % servers.size()).requests();
  }

  Endpoint endpoint(int server) {
    return servers.get(server % servers.size()).endpoint();
  }

  InetSocketAddress address(int server) {
    return servers.get(server % servers.size()).address();
  }

  /** Adds a link to a connection, which may already be established, with TLS if it is used. */
  void add(ConsulLink link, Channel channel, int server) {
    tls.ifPresent(
        known -> channel.pipeline().addLast(new SslHandler(known.engine(endpoint(server)))));
    channel.pipeline().addLast(AnswerReader.decoder(), link);
  }

  /** Begins to connect; the link reports the result to its connection. */
  void connect(ConsulLink link, EventLoop loop, int index) {
    EventLoops.connect(
        loop,
        address(index),
        CONNECT_LIMIT_MILLIS,
        channel -> add(link, channel, index),
        cause -> link.notConnected());
  }
}
