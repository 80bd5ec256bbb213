package io.kvbench.bindings.consul.status;

import io.kvbench.bindings.consul.options.ConsulClientOptions;
import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.Endpoint;
import java.net.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import org.kiwiproject.consul.Consul;
import org.kiwiproject.consul.ConsulException;

/**
 * A factory of consul-client clients for queries of single servers. It uses the same settings as
 * the connections of the load, but none of these connections.
 */
public final class ConsulAgentClients implements AutoCloseable {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(3);

  /** Even a loaded server answers one query within this. */
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

  private final ConsulClientOptions options;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ConnectionPool pool = new ConnectionPool(1, 1, TimeUnit.SECONDS);
  private final OkHttpClient http;

  public ConsulAgentClients(ConsulClientOptions options) {
    this.options = options;
    OkHttpClient.Builder builder =
        new OkHttpClient.Builder()
            .connectionPool(pool)
            .proxy(Proxy.NO_PROXY)
            .retryOnConnectionFailure(false)
            .followRedirects(false)
            .connectTimeout(CONNECT_LIMIT)
            .readTimeout(ANSWER_LIMIT);
    options
        .tls()
        .ifPresent(tls -> builder.sslSocketFactory(tls.context().getSocketFactory(), tls.trust()));
    http = builder.build();
  }

  /** Returns a client for one server, without connecting. */
  public Consul client(Endpoint endpoint, Duration limit) {
    return client(endpoint, limit, pool);
  }

  /** Returns a client for one server, on separate connections. */
  public Consul client(Endpoint endpoint, Duration limit, ConnectionPool connections) {
    Consul.Builder builder =
        Consul.builder()
            .withUrl(url(endpoint))
            .withHttps(options.tls().isPresent())
            .withPing(false)
            .withProxy(Proxy.NO_PROXY)
            .withExecutorService(threads)
            .withConnectionPool(connections)
            .withConnectTimeoutMillis(Math.min(limit.toMillis(), CONNECT_LIMIT.toMillis()))
            .withReadTimeoutMillis(limit.toMillis());
    options.token().ifPresent(token -> builder.withTokenAuth(token.secret()));
    options
        .tls()
        .ifPresent(tls -> builder.withSslContext(tls.context()).withTrustManager(tls.trust()));
    return builder.build();
  }

  /**
   * Returns a client of the archived library. Needs an executor: without one, it calls a method
   * that OkHttp has removed.
   */
  public com.orbitz.consul.Consul orbitz(
      Endpoint endpoint, Duration limit, ConnectionPool connections) {
    com.orbitz.consul.Consul.Builder builder =
        com.orbitz.consul.Consul.builder()
            .withUrl(url(endpoint))
            .withHttps(options.tls().isPresent())
            .withPing(false)
            .withProxy(Proxy.NO_PROXY)
            .withExecutorService(threads)
            .withConnectionPool(connections)
            .withConnectTimeoutMillis(Math.min(limit.toMillis(), CONNECT_LIMIT.toMillis()))
            .withReadTimeoutMillis(limit.toMillis());
    options.token().ifPresent(token -> builder.withTokenAuth(token.secret()));
    options
        .tls()
        .ifPresent(tls -> builder.withSslContext(tls.context()).withTrustManager(tls.trust()));
    return builder.build();
  }

  public Consul client(Endpoint endpoint) {
    return client(endpoint, ANSWER_LIMIT);
  }

  /** Returns the queries that consul-client does not support. */
  AgentQueries queries(Endpoint endpoint) {
    return new AgentQueries(http, url(endpoint), options);
  }

  private String url(Endpoint endpoint) {
    return (options.tls().isPresent() ? "https://" : "http://") + endpoint;
  }

  /** Returns a description of an error for the user. */
  static String reason(ConsulException exception) {
    return Optional.ofNullable(exception.getCause())
        .map(Causes::innermost)
        .orElseGet(() -> String.valueOf(exception.getMessage()).strip());
  }

  @Override
  public void close() {
    threads.shutdownNow();
    pool.evictAll();
  }
}
