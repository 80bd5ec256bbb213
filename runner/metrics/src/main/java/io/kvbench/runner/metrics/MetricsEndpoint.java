package io.kvbench.runner.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.kvbench.core.file.InputFile;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.host.BearerToken;
import io.kvbench.results.host.SidecarAddress;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves metrics over HTTP until it is closed. */
public final class MetricsEndpoint implements AutoCloseable {
  private static final String PATH = "/metrics";
  private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /**
   * The JDK's HTTP server knows these as properties of the whole process, and reads them once. Who
   * sends no request has a place for so few seconds that many idle ones are no wall.
   */
  private static final Map<String, String> LIMITS =
      Map.of(
          "jdk.httpserver.maxConnections", "256",
          "sun.net.httpserver.idleInterval", "30",
          "sun.net.httpserver.maxReqTime", "2",
          "sun.net.httpserver.maxReqHeaders", "50",
          "sun.net.httpserver.maxReqHeaderSize", "16384");

  private static final int BACKLOG = 16;

  private final HttpServer server;
  private final ExecutorService threads;
  private final String asked;
  private final LiveMetrics metrics;
  private final Optional<BearerToken> token;

  private MetricsEndpoint(
      HttpServer server, String asked, LiveMetrics metrics, Optional<BearerToken> token) {
    this.asked = asked;
    this.server = server;
    this.metrics = metrics;
    this.token = token;
    threads =
        // No more of them than connections, whose number is bounded.
        Executors.newCachedThreadPool(Thread.ofPlatform().daemon().name("metrics-", 0).factory());
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
      token = Optional.of(BearerToken.read(InputFile.path(file.get())));
    }
    String host = settings.get(MetricsSettings.HOST);
    int port = settings.find(MetricsSettings.PORT).orElseThrow();
    Properties properties = System.getProperties();
    LIMITS.forEach(properties::putIfAbsent);
    try {
      HttpServer server = HttpServer.create(new InetSocketAddress(host, port), BACKLOG);
      MetricsEndpoint endpoint = new MetricsEndpoint(server, host, metrics, token);
      server.start();
      return endpoint;
    } catch (IOException e) {
      throw new IOException(
          "metrics.port=%s: cannot listen on %s:%s: %s. Choose another port, or 0 for any."
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
        say(exchange, 401, "missing or wrong token; send Authorization: Bearer TOKEN\n", head);
      } else if (!isMeant(exchange)) {
        say(exchange, 403, "use 127.0.0.1 or localhost, or set metrics.token.file\n", head);
      } else if (!exchange.getRequestURI().getPath().equals(PATH)) {
        say(exchange, 404, "not found; use " + PATH + "\n", head);
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

  /**
   * Without a token there is loopback only, and a browser's pages must not reach it by a name of
   * theirs that leads here.
   */
  private boolean isMeant(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    return token.isPresent() || host == null || isLoopback(host);
  }

  private boolean isLoopback(String host) {
    try {
      String name = SidecarAddress.parse(host.toLowerCase(Locale.ROOT)).host();
      return new SidecarAddress(name, 0).isLoopback() || name.equalsIgnoreCase(asked);
    } catch (IllegalArgumentException e) {
      return false;
    }
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
