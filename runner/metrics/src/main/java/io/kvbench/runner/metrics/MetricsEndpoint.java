package io.kvbench.runner.metrics;

import com.sun.net.httpserver.HttpExchange;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.host.listen.Admission;
import io.kvbench.host.listen.HttpListener;
import io.kvbench.host.listen.Listening;
import io.kvbench.runner.metrics.LiveMetrics.Exported;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.concurrent.Executors;

/** An HTTP endpoint for the metrics of a run, open until it is closed. */
public final class MetricsEndpoint implements AutoCloseable {
  private static final String PATH = "/metrics";
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final int UNAUTHORIZED = 401;

  private final HttpListener listener;

  private MetricsEndpoint(HttpListener listener) {
    this.listener = listener;
  }

  /**
   * Listens on the address of the settings.
   *
   * @throws IOException with words for the user
   */
  public static MetricsEndpoint open(Settings settings, LiveMetrics metrics) throws IOException {
    Problems problems = new Problems();
    Listening listening =
        MetricsSettings.listening(settings, problems)
            .orElseThrow(() -> new IOException(problems.list().getFirst().toString()));
    Admission admission = new Admission(listening);
    try {
      return new MetricsEndpoint(
          HttpListener.open(
              listening,
              exchange -> answer(exchange, admission, metrics),
              Executors.newCachedThreadPool(
                  Thread.ofPlatform().daemon().name("metrics-", 0).factory())));
    } catch (IOException e) {
      throw new IOException(
          "metrics.port=%s: cannot listen on %s: %s. Choose another port, or 0 for any."
              .formatted(listening.address().port(), listening.address(), e.getMessage()),
          e);
    }
  }

  /** Returns where the metrics are. */
  public String url() {
    return listener.address() + PATH;
  }

  private static void answer(HttpExchange exchange, Admission admission, LiveMetrics metrics)
      throws IOException {
    try (exchange) {
      String method = exchange.getRequestMethod();
      boolean head = method.equals("HEAD");
      if (head || method.equals("GET")) {
        // The server keeps a connection only after the end of the request's body was read.
        int unused = exchange.getRequestBody().read();
      }
      OptionalInt refusal = admission.refusal(exchange);
      if (refusal.isPresent()) {
        String why =
            refusal.getAsInt() == UNAUTHORIZED
                ? "missing or wrong token; send Authorization: Bearer TOKEN\n"
                : "use 127.0.0.1 or localhost, or set metrics.token.file\n";
        say(exchange, refusal.getAsInt(), why, head);
      } else if (!exchange.getRequestURI().getPath().equals(PATH)) {
        say(exchange, 404, "not found; use " + PATH + "\n", head);
      } else if (!head && !method.equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        say(exchange, 405, "GET only\n", false);
      } else {
        String accept = exchange.getRequestHeaders().getFirst("Accept");
        Exported exported = metrics.export(accept == null ? "" : accept);
        send(exchange, 200, exported.contentType(), exported.body().toByteArray(), head);
      }
    }
  }

  private static void say(HttpExchange exchange, int status, String text, boolean head)
      throws IOException {
    send(exchange, status, TEXT, text.getBytes(StandardCharsets.UTF_8), head);
  }

  private static void send(
      HttpExchange exchange, int status, String type, byte[] body, boolean head)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
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
    listener.close();
  }
}
