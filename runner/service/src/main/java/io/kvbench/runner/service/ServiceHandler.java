package io.kvbench.runner.service;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import io.kvbench.core.file.FileReason;
import io.kvbench.core.measure.NanoClock;
import io.kvbench.core.setting.Problem;
import io.kvbench.host.json.StrictJson;
import io.kvbench.host.listen.Admission;
import io.kvbench.runner.service.Route.BodyType;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP handler of the service: it parses requests, checks them and sends the answers. A client
 * that is not admitted gets no other answer. Runs on the thread of the request.
 */
final class ServiceHandler {
  /** The maximum size of a body, in bytes. */
  static final int LIMIT = 65_536;

  private static final int DRAINED = 4 * LIMIT;
  private static final int OK = 200;
  private static final long NO_BODY = -1;
  private static final long AS_IT_COMES = 0;
  private static final int MOST_FOLLOWERS = 64;
  private static final int MOST_PARAMETERS = 100;

  private static final String POLICY = "default-src 'none'; frame-ancestors 'none'";

  private final Admission admission;
  private final List<Route> routes;
  private final RunQueue queue;
  private final RunStore store;
  private final AuditLog audit;
  private final NanoClock clock;
  private final Semaphore followers = new Semaphore(MOST_FOLLOWERS);

  ServiceHandler(
      Admission admission,
      List<Route> routes,
      RunQueue queue,
      RunStore store,
      AuditLog audit,
      NanoClock clock) {
    this.admission = admission;
    this.routes = routes;
    this.queue = queue;
    this.store = store;
    this.audit = audit;
    this.clock = clock;
  }

  void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      carryOut(exchange);
    }
  }

  private void carryOut(HttpExchange exchange) throws IOException {
    try {
      OptionalInt refused =
          PageFile.isUnder(path(exchange))
              ? admission.refusalWithoutToken(exchange)
              : admission.refusal(exchange);
      if (refused.isPresent()) {
        throw new ServiceRefusal(refused.getAsInt(), "not admitted");
      }
      CrossOriginCheck.check(exchange.getRequestMethod(), exchange.getRequestHeaders());
      send(exchange, answer(exchange));
    } catch (ServiceRefusal e) {
      refuse(exchange, e, Optional.empty());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // A failure after the start of the answer means that the client is gone.
      String why = "the service cannot read or write its files: " + FileReason.of(e);
      fail(
          exchange,
          new ServiceRefusal(ServiceRefusal.INTERNAL_ERROR, why),
          String.valueOf(e.getMessage()));
    } catch (RuntimeException e) {
      ServiceRefusal internal = new ServiceRefusal(ServiceRefusal.INTERNAL_ERROR, "internal error");
      fail(exchange, internal, "internal error: " + e);
    }
  }

  private Reply answer(HttpExchange exchange)
      throws ServiceRefusal, IOException, InterruptedException {
    String path = path(exchange);
    List<Route> found = new ArrayList<>();
    for (Route route : routes) {
      Optional<Map<String, String>> variables = route.match(path);
      if (variables.isPresent() && route.method().equals(exchange.getRequestMethod())) {
        return answer(exchange, route, variables.get());
      }
      variables.ifPresent(unused -> found.add(route));
    }
    if (found.isEmpty()) {
      throw ServiceRefusal.notFound("this path; /v1/openapi.json describes the service:");
    }
    String methods = String.join(", ", found.stream().map(Route::method).toList());
    exchange.getResponseHeaders().set("Allow", methods);
    throw new ServiceRefusal(ServiceRefusal.METHOD_NOT_ALLOWED, "use " + methods);
  }

  private Reply answer(HttpExchange exchange, Route route, Map<String, String> variables)
      throws ServiceRefusal, IOException, InterruptedException {
    Call call =
        new Call(
            variables,
            query(exchange.getRequestURI().getRawQuery()),
            body(exchange, route.body()),
            lastEvent(exchange.getRequestHeaders()));
    Reply reply = route.handler().handle(call);
    if (route.changes() && reply instanceof Reply.Document made) {
      audit(exchange, made.status(), made.note());
    }
    return reply;
  }

  private static String path(HttpExchange exchange) {
    return String.valueOf(exchange.getRequestURI().getRawPath());
  }

  private static byte[] body(HttpExchange exchange, BodyType type)
      throws ServiceRefusal, IOException {
    byte[] body = exchange.getRequestBody().readNBytes(LIMIT + 1);
    if (body.length > LIMIT) {
      throw new ServiceRefusal(
          ServiceRefusal.TOO_LARGE, "the body has more than " + LIMIT + " bytes");
    }
    String given = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
    String plain = given.split(";", 2)[0].strip();
    boolean accepted =
        switch (type) {
          case NONE -> true;
          case JSON -> plain.equalsIgnoreCase("application/json");
          case JSON_OR_FORM ->
              plain.equalsIgnoreCase("application/json")
                  || plain.equalsIgnoreCase("application/x-www-form-urlencoded");
        };
    if (!accepted) {
      throw new ServiceRefusal(
          ServiceRefusal.UNSUPPORTED, "send JSON with the header Content-Type: application/json");
    }
    return body;
  }

  private static Map<String, List<String>> query(@Nullable String raw) throws ServiceRefusal {
    Map<String, List<String>> query = new HashMap<>();
    if (raw == null) {
      return query;
    }
    String[] parameters = raw.split("&", MOST_PARAMETERS + 1);
    if (parameters.length > MOST_PARAMETERS) {
      throw new ServiceRefusal(
          ServiceRefusal.BAD_REQUEST, "more than " + MOST_PARAMETERS + " parameters");
    }
    try {
      for (String parameter : parameters) {
        String[] parts = parameter.split("=", 2);
        String value = parts.length == 1 ? "" : parts[1];
        query
            .computeIfAbsent(
                URLDecoder.decode(parts[0], StandardCharsets.UTF_8), name -> new ArrayList<>())
            .add(URLDecoder.decode(value, StandardCharsets.UTF_8));
      }
    } catch (IllegalArgumentException e) {
      throw new ServiceRefusal(ServiceRefusal.BAD_REQUEST, "the query is not encoded as in a URL");
    }
    return query;
  }

  private static long lastEvent(Headers headers) throws ServiceRefusal {
    String number = headers.getFirst("Last-Event-ID");
    if (number == null || number.isEmpty()) {
      return 0;
    }
    if (!number.matches("\\d{1,15}")) {
      throw new ServiceRefusal(
          ServiceRefusal.BAD_REQUEST, "Last-Event-ID must be the number of an event");
    }
    return Long.parseLong(number);
  }

  private void send(HttpExchange exchange, Reply reply)
      throws IOException, InterruptedException, ServiceRefusal {
    switch (reply) {
      case Reply.Document document -> {
        document.headers().forEach(exchange.getResponseHeaders()::set);
        send(exchange, document.status(), document.type(), document.content());
      }
      case Reply.Download download -> {
        head(exchange, download.type().type());
        exchange.sendResponseHeaders(OK, AS_IT_COMES);
        try (OutputStream out = exchange.getResponseBody()) {
          Files.copy(download.file(), out);
        }
      }
      case Reply.Events events -> follow(exchange, events);
    }
  }

  private void follow(HttpExchange exchange, Reply.Events events)
      throws IOException, InterruptedException, ServiceRefusal {
    if (!followers.tryAcquire()) {
      throw new ServiceRefusal(
          ServiceRefusal.UNAVAILABLE, MOST_FOLLOWERS + " clients follow runs already");
    }
    try {
      head(exchange, "text/event-stream");
      exchange.sendResponseHeaders(OK, AS_IT_COMES);
      try (OutputStream out = exchange.getResponseBody()) {
        new EventStream(queue, store, events.id(), out, clock).serve(events.after());
      }
    } finally {
      followers.release();
    }
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] content)
      throws IOException {
    head(exchange, type);
    exchange.sendResponseHeaders(status, content.length == 0 ? NO_BODY : content.length);
    if (content.length > 0) {
      exchange.getResponseBody().write(content);
    }
  }

  private static void head(HttpExchange exchange, String type) {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", type);
    if (!headers.containsKey(Reply.POLICY_HEADER)) {
      headers.set(Reply.POLICY_HEADER, type.startsWith("text/html") ? Reply.REPORT_POLICY : POLICY);
    }
    headers.set("X-Content-Type-Options", "nosniff");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    headers.set("Referrer-Policy", "no-referrer");
    headers.set("Cache-Control", "no-store");
  }

  /** The details are for the operator only, since they may name files. */
  private void fail(HttpExchange exchange, ServiceRefusal refusal, String details)
      throws IOException {
    if (exchange.getResponseCode() < 0) {
      refuse(exchange, refusal, Optional.of(details));
    }
  }

  /** A connection that is closed with much unread is reset, and its client gets no answer. */
  private static void drain(HttpExchange exchange) throws IOException {
    byte[] unused = exchange.getRequestBody().readNBytes(DRAINED);
  }

  /** Nothing more is read from such a connection, even if more was sent. */
  private void refuse(HttpExchange exchange, ServiceRefusal refusal, Optional<String> note)
      throws IOException {
    drain(exchange);
    audit(exchange, refusal.status(), note);
    ObjectNode json = StrictJson.object();
    json.put("error", refusal.sentence());
    ArrayNode problems = json.putArray("problems");
    for (Problem problem : refusal.problems()) {
      problems.addObject().put("where", problem.where()).put("message", problem.message());
    }
    exchange.getResponseHeaders().set("Connection", "close");
    if (refusal.status() == ServiceRefusal.UNAVAILABLE) {
      exchange.getResponseHeaders().set("Retry-After", "10");
    }
    send(exchange, refusal.status(), "application/json", StrictJson.SHORT.bytes(json));
  }

  private void audit(HttpExchange exchange, int status, Optional<String> note) {
    audit.write(
        Admission.sender(exchange), exchange.getRequestMethod(), path(exchange), status, note);
  }
}
