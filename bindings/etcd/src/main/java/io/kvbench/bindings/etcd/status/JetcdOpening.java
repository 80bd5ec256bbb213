package io.kvbench.bindings.etcd.status;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.kvbench.bindings.etcd.endpoint.EndpointResolverProvider;
import io.kvbench.bindings.etcd.endpoint.EtcdChannels;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.bindings.support.Endpoint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

/** A factory of jetcd clients with the same options as the light connections. */
public final class JetcdOpening {
  /** A limit from which on gRPC sends no keepalives at all. */
  private static final Duration NEVER = Duration.ofDays(1000);

  private final EtcdClientOptions options;
  private final Login login;

  /** Scheduled: with any other executor, jetcd's retries start a thread that never ends. */
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("etcd-jetcd").factory());

  public JetcdOpening(EtcdClientOptions options, Login login) {
    this.options = options;
    this.login = login;
  }

  /** Returns a client that connects on its first request, and does not wait for servers. */
  Client open() {
    return builder(options.endpoints())
        .executorService(thread)
        .interceptor(new CallLimit())
        .maxInboundMessageSize(Integer.MAX_VALUE)
        .build();
  }

  /**
   * Returns a client for the load, with one connection to the first reachable endpoint. It has
   * jetcd's own threads, and no retries.
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
            .connectTimeout(Duration.ofMillis(EtcdChannels.CONNECT_MILLIS))
            .keepaliveTime(test.isZero() ? NEVER : test)
            .keepaliveTimeout(options.keepAliveTimeout())
            .keepaliveWithoutCalls(false);
    options.tls().ifPresent(builder::sslContext);
    options.serverName().ifPresent(builder::authority);
    // If authentication is off there is no token, and jetcd would fail for lack of one.
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
