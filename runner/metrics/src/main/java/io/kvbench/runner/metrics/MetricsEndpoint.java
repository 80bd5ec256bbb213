package io.kvbench.runner.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.kvbench.core.host.BearerToken;
import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves metrics over HTTP until it is closed. */
public final class MetricsEndpoint implements AutoCloseable {
  private static final String PATH = "/metrics";
  private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private static final int THREADS = 2;
  private static final int BACKLOG = 16;

  private final HttpServer server;
  private final ExecutorService threads;
  private final LiveMetrics metrics;
  private final Optional<BearerToken> token;

  private MetricsEndpoint(HttpServer server, LiveMetrics metrics, Optional<BearerToken> token) {
    this.server = server;
    this.metrics = metrics;
    this.token = token;
    threads =
        Executors.newFixedThreadPool(
            THREADS, Thread.ofPlatform().daemon().name("metrics-", 0).factory());
    server.setExecutor(threads);
    server.createContext("/", this::answer);
  }

  /**
   * Listens where the settings say.
   *
   * @throws IOException with words for the user
   */
  public static MetricsEndpoint open(Settings settings, LiveMetrics metrics) throws IOException {
    Optional<BearerToken> token = Optional.empty();
    Optional<String> file = settings.find(MetricsSettings.TOKEN_FILE);
    if (file.isPresent()) {
      token = Optional.of(BearerToken.read(Path.of(file.get())));
    }
    String host = settings.get(MetricsSettings.HOST);
    int port = settings.find(MetricsSettings.PORT).orElseThrow();
    try {
      HttpServer server = HttpServer.create(new InetSocketAddress(host, port), BACKLOG);
      MetricsEndpoint endpoint = new MetricsEndpoint(server, metrics, token);
      server.start();
      return endpoint;
    } catch (IOException e) {
      throw new IOException(
          "metrics.port=%s: nobody can listen on %s:%s: %s. Choose another port, or 0 for any."
              .formatted(port, host, port, e.getMessage()),
          e);
    }
  }

  /** Returns where the metrics are. */
  public String url() {
    InetSocketAddress address = server.getAddress();
    String host = address.getAddress().getHostAddress();
    return "http://"
        + (host.indexOf(':') >= 0 ? "[" + host + "]" : host)
        + ":"
        + address.getPort()
        + PATH;
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String method = exchange.getRequestMethod();
      boolean head = method.equals("HEAD");
      if (!isAllowed(exchange)) {
        exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
        say(exchange, 401, "show the token: Authorization: Bearer TOKEN\n", head);
      } else if (!exchange.getRequestURI().getPath().equals(PATH)) {
        say(exchange, 404, "there is only " + PATH + "\n", head);
      } else if (!head && !method.equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        say(exchange, 405, "GET only\n", false);
      } else {
        say(exchange, 200, metrics.text(), head);
      }
    }
  }

  private boolean isAllowed(HttpExchange exchange) {
    return token
        .map(needed -> needed.isShownBy(exchange.getRequestHeaders().getFirst("Authorization")))
        .orElse(true);
  }

  private static void say(HttpExchange exchange, int status, String text, boolean head)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", TYPE);
    if (head) {
      exchange.sendResponseHeaders(status, -1);
      return;
    }
    exchange.sendResponseHeaders(status, body.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
