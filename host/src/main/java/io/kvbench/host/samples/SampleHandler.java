package io.kvbench.host.samples;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.host.clock.ClockOffset;
import io.kvbench.host.listen.Admission;
import io.kvbench.host.listen.Listening;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * The HTTP handler of a sample server. Without a token or a certificate, the answer says only that
 * one is missing.
 */
final class SampleHandler {
  /** The path of the header's line and of all samples to come, each on a line. */
  static final String SAMPLES = "/samples";

  /** The path of the nanoseconds since 1970 on the host's wall clock. */
  static final String CLOCK = "/clock";

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int TOO_LARGE = 413;
  private static final int UNSUPPORTED = 415;
  private static final int UNAVAILABLE = 503;
  private static final long NO_BODY = -1;
  private static final long AS_IT_COMES = 0;

  private final Admission admission;
  private final Supplier<String> header;
  private final Readers readers;
  private final PostHandler requests;
  private final NanoClock clock;

  SampleHandler(
      Listening listening,
      Supplier<String> header,
      Readers readers,
      PostHandler requests,
      NanoClock clock) {
    admission = new Admission(listening);
    this.header = header;
    this.readers = readers;
    this.requests = requests;
    this.clock = clock;
  }

  void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Headers answer = exchange.getResponseHeaders();
      OptionalInt refusal = admission.refusal(exchange);
      if (refusal.isPresent()) {
        refuse(exchange, refusal.getAsInt());
      } else if (exchange.getRequestMethod().equals("GET")) {
        get(exchange);
      } else if (exchange.getRequestMethod().equals("POST") && !requests.equals(PostHandler.NONE)) {
        post(exchange);
      } else {
        answer.set("Allow", requests.equals(PostHandler.NONE) ? "GET" : "GET, POST");
        refuse(exchange, METHOD_NOT_ALLOWED);
      }
    }
  }

  private void get(HttpExchange exchange) throws IOException {
    switch (String.valueOf(exchange.getRequestURI().getPath())) {
      case SAMPLES -> samples(exchange);
      case CLOCK -> clock(exchange);
      default -> refuse(exchange, NOT_FOUND);
    }
  }

  /** A document that is too long is dropped. */
  private void post(HttpExchange exchange) throws IOException {
    if (!"application/json".equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
      // A browser sends other types for a page without a preflight request.
      refuse(exchange, UNSUPPORTED);
      return;
    }
    byte[] document = exchange.getRequestBody().readNBytes(PostHandler.LIMIT + 1);
    if (document.length > PostHandler.LIMIT) {
      refuse(exchange, TOO_LARGE);
      return;
    }
    String path = String.valueOf(exchange.getRequestURI().getPath());
    PostHandler.Answer answer = requests.answer(path, Admission.sender(exchange), document);
    exchange.getResponseHeaders().set("Content-Type", answer.type());
    int length = answer.content().length;
    exchange.sendResponseHeaders(answer.status(), length == 0 ? NO_BODY : length);
    if (length > 0) {
      exchange.getResponseBody().write(answer.content());
    }
  }

  /** Nothing more is read from such a connection, even if more was sent. */
  private static void refuse(HttpExchange exchange, int status) throws IOException {
    exchange.getResponseHeaders().set("Connection", "close");
    exchange.sendResponseHeaders(status, NO_BODY);
  }

  private void samples(HttpExchange exchange) throws IOException {
    SampleReader reader = new SampleReader(clock);
    if (!readers.add(reader)) {
      refuse(exchange, UNAVAILABLE);
      return;
    }
    try {
      exchange.getResponseHeaders().set("Content-Type", "application/x-ndjson");
      exchange.sendResponseHeaders(OK, AS_IT_COMES);
      reader.serve(exchange.getResponseBody(), line(header.get()));
    } finally {
      readers.remove(reader);
    }
  }

  private void clock(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    byte[] answer = line(Long.toString(ClockOffset.unixNanos(clock.instant())));
    exchange.sendResponseHeaders(OK, answer.length);
    exchange.getResponseBody().write(answer);
  }

  static byte[] line(String text) {
    return (text + "\n").getBytes(StandardCharsets.UTF_8);
  }
}
