package io.kvbench.bindings.consul.status;

import com.orbitz.consul.Consul;
import com.orbitz.consul.ConsulException;
import io.kvbench.bindings.consul.options.ClientOptions;
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

/**
 * Makes the Consul client for questions to single servers about themselves. It goes by the same
 * settings as the connections that carry the load, but has none of them.
 */
public final class Agents implements AutoCloseable {
  private static final Duration CONNECT_LIMIT = Duration.ofSeconds(3);

  /** Even a loaded server answers one question within this. */
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

  private final ClientOptions options;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ConnectionPool pool = new ConnectionPool(1, 1, TimeUnit.SECONDS);
  private final OkHttpClient http;

  public Agents(ClientOptions options) {
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

  /** Returns a client for one server. Nothing is sent yet. */
  public Consul client(Endpoint endpoint, Duration limit) {
    return client(endpoint, limit, pool);
  }

  /** Returns a client for one server, on connections of its own. */
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

  public Consul client(Endpoint endpoint) {
    return client(endpoint, ANSWER_LIMIT);
  }

  /** Returns what to ask a server with that the Consul client has no words for. */
  AgentQueries queries(Endpoint endpoint) {
    return new AgentQueries(http, url(endpoint), options);
  }

  private String url(Endpoint endpoint) {
    return (options.tls().isPresent() ? "https://" : "http://") + endpoint;
  }

  /** Returns what went wrong in words for the user. */
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
