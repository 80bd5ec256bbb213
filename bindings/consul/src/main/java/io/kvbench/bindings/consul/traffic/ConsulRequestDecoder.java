package io.kvbench.bindings.consul.traffic;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.RangeContent;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.trace.TracedPart;
import io.kvbench.core.trace.TracedRequest;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The decoder from requests to operations. For one connection. */
final class ConsulRequestDecoder {
  private static final String RECORDS = "/v1/kv/";
  private static final String TRANSACTION = "/v1/txn";
  private static final Set<String> METHODS =
      Set.of("GET", "PUT", "POST", "DELETE", "HEAD", "OPTIONS", "PATCH");

  /** Verbs that a trace cannot represent. */
  private static final Set<String> OTHER_VERBS =
      Set.of("lock", "unlock", "get-tree", "get-or-empty", "check-session", "delete-tree");

  private static final String VALUE = "\"Value\":\"";
  private static final int QUARTET = 4;
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Pattern ENDPOINT =
      Pattern.compile(
          "/v1/(acl|agent|catalog|config|connect|coordinate|event|health|kv|operator|query|session"
              + "|snapshot|status|txn)(?:/([a-z-]{1,30})(?![^/]))?(?![^/])");

  /** Areas whose endpoints have the name of their action after that of the area. */
  private static final Set<String> NAMED =
      Set.of(
          "acl",
          "agent",
          "catalog",
          "connect",
          "coordinate",
          "event",
          "health",
          "session",
          "status");

  private static final Set<OperationType> WRITES =
      EnumSet.of(
          OperationType.UPDATE,
          OperationType.INSERT,
          OperationType.COMPARE_AND_SET,
          OperationType.DELETE);

  /** The form of an answer. */
  enum Form {
    /** The value itself. */
    RAW,
    /** A list of records. */
    JSON,
    /** Whether a record was created. */
    CREATED,
    /** Only the success or failure of the request. */
    OTHER
  }

  /** A decoded request: an operation, or its kind if a trace cannot represent it. */
  record Read(Optional<TracedRequest> request, Optional<String> ignored, Form form) {
    static Read of(TracedRequest request, Form form) {
      return new Read(Optional.of(request), Optional.empty(), form);
    }

    static Read ignored(String kind) {
      return new Read(Optional.empty(), Optional.of(kind), Form.OTHER);
    }
  }

  private final String prefix;

  ConsulRequestDecoder(String prefix) {
    this.prefix = prefix;
  }

  Read read(String method, String uri, ByteBuf body) throws IOException {
    int query = uri.indexOf('?');
    String path = query < 0 ? uri : uri.substring(0, query);
    Map<String, List<String>> parameters = parameters(uri);
    if (path.equals(TRANSACTION) && method.equals("PUT")) {
      return transaction(body, consistency(parameters));
    }
    if (!path.startsWith(RECORDS)) {
      return Read.ignored(kind(method, path));
    }
    Key key = key(decoded(path.substring(RECORDS.length())));
    return switch (method) {
      case "GET" -> get(key, parameters);
      case "PUT" -> put(key, parameters, body.readableBytes());
      case "DELETE" ->
          parameters.containsKey("recurse")
              ? Read.ignored("DELETE kv with recurse")
              : Read.of(
                  TracedRequest.write(OperationType.DELETE, key, TracedPart.NONE), Form.OTHER);
      default -> Read.ignored(kind(method, path));
    };
  }

  private static Map<String, List<String>> parameters(String uri) throws IOException {
    try {
      return new QueryStringDecoder(uri).parameters();
    } catch (IllegalArgumentException e) {
      throw new IOException("a request has an invalid URL", e);
    }
  }

  /** In a path a plus sign stands for itself. */
  private static String decoded(String path) throws IOException {
    try {
      return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw new IOException("a request has an invalid URL", e);
    }
  }

  private static String kind(String method, String path) {
    return (METHODS.contains(method) ? method : "another method") + " " + kind(path);
  }

  /**
   * Returns the name of a path's endpoint, without parts that a client may have chosen, such as the
   * ID of a query.
   */
  private static String kind(String path) {
    Matcher endpoint = ENDPOINT.matcher(path);
    if (!endpoint.lookingAt()) {
      return "another path";
    }
    String area = endpoint.group(1);
    String of = endpoint.group(2);
    return of == null || !NAMED.contains(area) ? area : area + "/" + of;
  }

  private static Read get(Key key, Map<String, List<String>> parameters) {
    if (parameters.containsKey("index")) {
      return Read.ignored("GET kv with index (blocking query)");
    }
    boolean keys = parameters.containsKey("keys");
    if (keys || parameters.containsKey("recurse")) {
      return Read.of(
          TracedRequest.range(
              List.of(key),
              0,
              keys ? RangeContent.KEYS : RangeContent.RECORDS,
              consistency(parameters)),
          Form.OTHER);
    }
    return Read.of(
        TracedRequest.read(key, consistency(parameters)),
        parameters.containsKey("raw") ? Form.RAW : Form.JSON);
  }

  private static ReadConsistency consistency(Map<String, List<String>> parameters) {
    if (parameters.containsKey("stale")) {
      return ReadConsistency.STALE;
    }
    return parameters.containsKey("consistent")
        ? ReadConsistency.LINEARIZABLE
        : ReadConsistency.DEFAULT;
  }

  private static Read put(Key key, Map<String, List<String>> parameters, int bytes) {
    if (parameters.containsKey("acquire") || parameters.containsKey("release")) {
      return Read.ignored("PUT kv with a session");
    }
    List<String> swap = parameters.get("cas");
    if (swap == null) {
      return Read.of(TracedRequest.write(OperationType.UPDATE, key, bytes), Form.OTHER);
    }
    return swap.contains("0")
        ? Read.of(TracedRequest.write(OperationType.INSERT, key, bytes), Form.CREATED)
        : Read.of(TracedRequest.write(OperationType.COMPARE_AND_SET, key, bytes), Form.OTHER);
  }

  private Read transaction(ByteBuf body, ReadConsistency consistency) throws IOException {
    List<TracedPart> parts = new ArrayList<>();
    boolean reads = false;
    for (JsonNode part : json(body)) {
      JsonNode record = part.path("KV");
      String verb = record.path("Verb").asText();
      OperationType type =
          switch (verb) {
            case "set" -> OperationType.UPDATE;
            case "cas" -> OperationType.COMPARE_AND_SET;
            case "delete", "delete-cas" -> OperationType.DELETE;
            case "get" -> OperationType.READ_TRANSACTION;
            case "check-index", "check-not-exists" -> OperationType.TRANSACTION;
            default -> OperationType.LOCK;
          };
      if (type == OperationType.LOCK) {
        return Read.ignored("PUT txn with " + (OTHER_VERBS.contains(verb) ? verb : "another part"));
      }
      reads |= type == OperationType.READ_TRANSACTION;
      if (WRITES.contains(type) || type == OperationType.READ_TRANSACTION) {
        int bytes = type == OperationType.DELETE ? TracedPart.NONE : base64(record);
        parts.add(
            new TracedPart(
                type,
                key(record.path("Key").asText()),
                type == OperationType.READ_TRANSACTION ? TracedPart.NONE : bytes));
      }
    }
    boolean onlyReads = reads && parts.stream().noneMatch(part -> WRITES.contains(part.type()));
    if (parts.isEmpty() || (reads && !onlyReads)) {
      return Read.ignored("PUT txn of reads and writes");
    }
    return Read.of(
        TracedRequest.of(
            onlyReads ? OperationType.READ_TRANSACTION : OperationType.TRANSACTION,
            parts,
            consistency),
        Form.OTHER);
  }

  private static JsonNode json(ByteBuf body) throws IOException {
    try {
      return JSON.readTree(body.toString(StandardCharsets.UTF_8));
    } catch (JsonProcessingException e) {
      throw new IOException("a transaction is not JSON", e);
    }
  }

  private static int base64(JsonNode record) {
    return bytesOf(record.path("Value").asText(""));
  }

  /** Returns the size of the first value in a list of records. */
  static int valueBytes(String records) {
    int start = records.indexOf(VALUE);
    int end = start < 0 ? -1 : records.indexOf('"', start + VALUE.length());
    return end < 0 ? 0 : bytesOf(records.substring(start + VALUE.length(), end));
  }

  private static int bytesOf(String base64) {
    int padding = base64.endsWith("==") ? 2 : base64.endsWith("=") ? 1 : 0;
    // A client may send invalid Base64.
    return Math.max(0, base64.length() / QUARTET * (QUARTET - 1) - padding);
  }

  /** A character of a key beyond one byte is recorded as its bytes in UTF-8. */
  private Key key(String text) {
    String name = text.startsWith(prefix) ? text.substring(prefix.length()) : text;
    return StandardCharsets.ISO_8859_1.newEncoder().canEncode(name)
        ? Key.of(name)
        : Key.of(name.getBytes(StandardCharsets.UTF_8));
  }
}
