package io.kvbench.bindings.etcd.jetcd;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.kvbench.bindings.etcd.endpoint.Channels;
import io.kvbench.bindings.etcd.endpoint.EndpointResolverProvider;
import io.kvbench.bindings.etcd.options.ClientOptions;
import io.kvbench.bindings.support.Endpoint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** Sets up jetcd's clients as the light connections are set up. */
public final class JetcdOpening {
  /** From as many on, gRPC does not test connections at all. */
  private static final Duration NEVER = Duration.ofDays(1000);

  private final ClientOptions options;
  private final Login login;

  /** One that schedules: for any other, jetcd's retries start a thread that never ends. */
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("etcd-jetcd").factory());

  public JetcdOpening(ClientOptions options, Login login) {
    this.options = options;
    this.login = login;
  }

  /** Returns a client that connects when it is first asked, and does not wait for servers. */
  Client open() {
    return builder(options.endpoints())
        .executorService(thread)
        .interceptor(new CallLimit())
        .maxInboundMessageSize(Integer.MAX_VALUE)
        .build();
  }

  /**
   * Returns a client that carries load, on one connection to the first of its endpoints that can be
   * reached. It has jetcd's own threads, and sends each request once.
   */
  public Client openForLoad(List<Endpoint> endpoints) {
    return builder(endpoints)
        .namespace(ByteSequence.from(options.prefix()))
        .retryMaxAttempts(0)
        .maxInboundMessageSize(Integer.MAX_VALUE)
        .build();
  }

  private ClientBuilder builder(List<Endpoint> endpoints) {
    Duration test = options.keepAliveTime();
    ClientBuilder builder =
        Client.builder()
            .target(EndpointResolverProvider.target(endpoints))
            .loadBalancerPolicy("pick_first")
            .waitForReady(false)
            .connectTimeout(Duration.ofMillis(Channels.CONNECT_MILLIS))
            .keepaliveTime(test.isZero() ? NEVER : test)
            .keepaliveTimeout(options.keepAliveTimeout())
            .keepaliveWithoutCalls(false);
    options.tls().ifPresent(builder::sslContext);
    options.serverName().ifPresent(builder::authority);
    // Where authentication is off there is no token, and jetcd would fail for want of one.
    if (login.token() != null) {
      options
          .credentials()
          .ifPresent(who -> builder.user(bytes(who.user())).password(bytes(who.password())));
    }
    return builder;
  }

  private static ByteSequence bytes(String text) {
    return ByteSequence.from(text, StandardCharsets.UTF_8);
  }

  void end() {
    thread.shutdownNow();
  }
}
