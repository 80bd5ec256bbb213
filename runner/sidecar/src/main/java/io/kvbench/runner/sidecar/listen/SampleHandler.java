package io.kvbench.runner.sidecar.listen;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import io.kvbench.core.host.BearerToken;
import io.kvbench.core.host.SidecarAddress;
import io.kvbench.core.measure.NanoClock;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** Answers a request. Whoever does not show the token learns nothing but that. */
final class SampleHandler {
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int UNAVAILABLE = 503;
  private static final long NO_BODY = -1;
  private static final long AS_IT_COMES = 0;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final Optional<BearerToken> token;
  private final byte[] header;
  private final Readers readers;
  private final NanoClock clock;

  SampleHandler(Optional<BearerToken> token, byte[] header, Readers readers, NanoClock clock) {
    this.token = token;
    this.header = header;
    this.readers = readers;
    this.clock = clock;
  }

  void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      Headers answer = exchange.getResponseHeaders();
      if (!isAuthorized(exchange)) {
        answer.set("WWW-Authenticate", "Bearer");
        refuse(exchange, UNAUTHORIZED);
      } else if (!isMeant(exchange)) {
        refuse(exchange, FORBIDDEN);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        answer.set("Allow", "GET");
        refuse(exchange, METHOD_NOT_ALLOWED);
      } else {
        switch (String.valueOf(exchange.getRequestURI().getPath())) {
          case SidecarAddress.SAMPLES -> samples(exchange);
          case SidecarAddress.CLOCK -> clock(exchange);
          default -> refuse(exchange, NOT_FOUND);
        }
      }
    }
  }

  private boolean isAuthorized(HttpExchange exchange) {
    String shown = exchange.getRequestHeaders().getFirst("Authorization");
    return token.isEmpty() || token.get().isShownBy(shown);
  }

  /**
   * Without a token there is loopback only, and a browser's pages must not reach it by a name of
   * theirs that leads here.
   */
  private boolean isMeant(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    return token.isPresent() || host == null || isLoopback(host);
  }

  private static boolean isLoopback(String host) {
    try {
      return SidecarAddress.parse(host.toLowerCase(Locale.ROOT)).isLoopback();
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** Nothing more is read from such a connection, whatever else was on its way. */
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
      reader.serve(exchange.getResponseBody(), header);
    } finally {
      readers.remove(reader);
    }
  }

  private void clock(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    Instant now = clock.instant();
    byte[] answer =
        SampleServer.line(
            Long.toString(
                Math.addExact(
                    Math.multiplyExact(now.getEpochSecond(), NANOS_PER_SECOND), now.getNano())));
    exchange.sendResponseHeaders(OK, answer.length);
    exchange.getResponseBody().write(answer);
  }
}
