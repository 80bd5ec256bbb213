package io.kvbench.runner.sidecar.listen;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import io.kvbench.core.certificate.CertificateUse;
import io.kvbench.core.host.BearerToken;
import io.kvbench.core.host.SidecarAddress;
import io.kvbench.core.measure.NanoClock;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLPeerUnverifiedException;

/**
 * Answers a request. Without a token or a certificate, the answer says only that one is missing.
 */
final class SampleHandler {
  private static final int OK = 200;
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int TOO_LARGE = 413;
  private static final int UNSUPPORTED = 415;
  private static final int UNAVAILABLE = 503;
  private static final long NO_BODY = -1;
  private static final long AS_IT_COMES = 0;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final Optional<BearerToken> token;
  private final boolean certificates;
  private final Supplier<String> header;
  private final Readers readers;
  private final Requests requests;
  private final NanoClock clock;

  SampleHandler(
      Listening listening,
      Supplier<String> header,
      Readers readers,
      Requests requests,
      NanoClock clock) {
    token = listening.token();
    certificates = listening.certificates();
    this.header = header;
    this.readers = readers;
    this.requests = requests;
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
      } else if (certificates && !isController(exchange)) {
        refuse(exchange, FORBIDDEN);
      } else if (exchange.getRequestMethod().equals("GET")) {
        get(exchange);
      } else if (exchange.getRequestMethod().equals("POST") && !requests.equals(Requests.NONE)) {
        post(exchange);
      } else {
        answer.set("Allow", requests.equals(Requests.NONE) ? "GET" : "GET, POST");
        refuse(exchange, METHOD_NOT_ALLOWED);
      }
    }
  }

  private void get(HttpExchange exchange) throws IOException {
    switch (String.valueOf(exchange.getRequestURI().getPath())) {
      case SidecarAddress.SAMPLES -> samples(exchange);
      case SidecarAddress.CLOCK -> clock(exchange);
      default -> refuse(exchange, NOT_FOUND);
    }
  }

  /** Nothing is kept of a document that is too long. */
  private void post(HttpExchange exchange) throws IOException {
    if (!"application/json".equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
      // A browser's page may send other types without being asked whether it may.
      refuse(exchange, UNSUPPORTED);
      return;
    }
    byte[] document = exchange.getRequestBody().readNBytes(Requests.LIMIT + 1);
    if (document.length > Requests.LIMIT) {
      refuse(exchange, TOO_LARGE);
      return;
    }
    String path = String.valueOf(exchange.getRequestURI().getPath());
    Requests.Answer answer = requests.answer(path, sender(exchange), document);
    exchange.getResponseHeaders().set("Content-Type", answer.type());
    int length = answer.content().length;
    exchange.sendResponseHeaders(answer.status(), length == 0 ? NO_BODY : length);
    if (length > 0) {
      exchange.getResponseBody().write(answer.content());
    }
  }

  private String sender(HttpExchange exchange) {
    String address = exchange.getRemoteAddress().getAddress().getHostAddress();
    return certificate(exchange)
        .map(shown -> shown.getSubjectX500Principal().getName() + " at " + address)
        .orElse(address);
  }

  /** TLS has checked who issued it and when; what it is for is checked here too. */
  private static boolean isController(HttpExchange exchange) {
    return certificate(exchange).filter(CertificateUse.CONTROLLER::isOf).isPresent();
  }

  private static Optional<X509Certificate> certificate(HttpExchange exchange) {
    try {
      return exchange instanceof HttpsExchange secure
              && secure.getSSLSession().getPeerCertificates()[0] instanceof X509Certificate shown
          ? Optional.of(shown)
          : Optional.empty();
    } catch (SSLPeerUnverifiedException e) {
      return Optional.empty();
    }
  }

  private boolean isAuthorized(HttpExchange exchange) {
    String shown = exchange.getRequestHeaders().getFirst("Authorization");
    return token.isEmpty() || token.get().isShownBy(shown);
  }

  /**
   * Without token and certificates there is loopback only, and a browser's pages must not reach it
   * by a name of theirs that leads here.
   */
  private boolean isMeant(HttpExchange exchange) {
    String host = exchange.getRequestHeaders().getFirst("Host");
    return token.isPresent() || certificates || host == null || isLoopback(host);
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
      reader.serve(exchange.getResponseBody(), SampleServer.line(header.get()));
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
