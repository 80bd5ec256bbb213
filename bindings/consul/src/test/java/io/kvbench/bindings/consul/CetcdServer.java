package io.kvbench.bindings.consul;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.kvbench.core.operation.Value;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Executors;

/**
 * An HTTP server that behaves like cetcd, by its source, with a map instead of an etcd. It keeps
 * values apart from flags, as cetcd does, which causes most oddities. A separate program, like a
 * real one.
 */
final class CetcdServer {
  private static final String ROOT = "/v1/kv/";
  private static final ObjectMapper JSON = new ObjectMapper();

  private record Entry(Value value, long created, long modified) {}

  private final SortedMap<String, Entry> values = new TreeMap<>();
  private final SortedMap<String, String> flags = new TreeMap<>();
  private long revision = 1;

  private CetcdServer() {}

  /** Serves on a port of 127.0.0.1 until it is killed. */
  public static void main(String... arguments) throws IOException {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
    HttpServer server = HttpServer.create(address, 0);
    server.createContext(ROOT, new CetcdServer()::handle);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  /** It drops the connection on anything unexpected. */
  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String key = exchange.getRequestURI().getPath().substring(ROOT.length());
      byte[] body = exchange.getRequestBody().readAllBytes();
      byte[] answer = answer(exchange.getRequestMethod(), key, parameters(exchange), body);
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private static Map<String, String> parameters(HttpExchange exchange) {
    Map<String, String> parameters = new LinkedHashMap<>();
    String query = exchange.getRequestURI().getQuery();
    for (String part : query == null ? new String[0] : query.split("&", -1)) {
      String[] sides = part.split("=", 2);
      parameters.put(sides[0], sides.length > 1 ? sides[1] : "");
    }
    return parameters;
  }

  private synchronized byte[] answer(
      String method, String key, Map<String, String> parameters, byte[] body) throws IOException {
    return switch (method) {
      case "PUT" -> ascii(Boolean.toString(put(key, parameters, body)));
      case "DELETE" -> {
        flags.remove(key);
        yield ascii("true");
      }
      default -> get(key, parameters);
    };
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private boolean put(String key, Map<String, String> parameters, byte[] body) {
    Entry old = values.get(key);
    long modified = old == null ? 0 : old.modified();
    if (parameters.containsKey("cas") && Long.parseLong(parameters.get("cas")) != modified) {
      return false;
    }
    revision++;
    values.put(key, new Entry(Value.of(body), old == null ? revision : old.created(), revision));
    flags.put(key, "");
    return true;
  }

  private byte[] get(String key, Map<String, String> parameters) throws IOException {
    if (parameters.get("keys") != null) {
      List<String> keys = List.copyOf(startingWith(values, key).keySet());
      checkFlags(keys, startingWith(flags, key).size());
      return keys.isEmpty()
          ? ascii("[]")
          : ("[\"" + String.join("\",\"", keys) + "\"]").getBytes(StandardCharsets.UTF_8);
    }
    if (parameters.get("recurse") != null) {
      SortedMap<String, Entry> found = startingWith(values, key);
      checkFlags(List.copyOf(found.keySet()), startingWith(flags, key).size());
      List<Map<String, Object>> all = new ArrayList<>();
      found.forEach((each, entry) -> all.add(json(each, entry)));
      return JSON.writeValueAsBytes(all);
    }
    Entry entry = values.get(key);
    if (parameters.containsKey("raw")) {
      if (entry == null) {
        throw new IOException("there is no first record");
      }
      return entry.value().toByteArray();
    }
    List<Map<String, Object>> records = new ArrayList<>();
    if (entry != null) {
      checkFlags(List.of(key), flags.containsKey(key) ? 1 : 0);
      records.add(json(key, entry));
    }
    return JSON.writeValueAsBytes(records);
  }

  private static <T> SortedMap<String, T> startingWith(SortedMap<String, T> all, String prefix) {
    return all.subMap(prefix, prefix + Character.MAX_VALUE);
  }

  /** Every value is assumed to have flags. */
  private static void checkFlags(List<String> keys, int flags) throws IOException {
    if (flags < keys.size()) {
      throw new IOException("there are no flags for each record");
    }
  }

  private static Map<String, Object> json(String key, Entry entry) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("CreateIndex", entry.created());
    record.put("ModifyIndex", entry.modified());
    record.put("LockIndex", 0);
    record.put("Key", key);
    record.put("Flags", 0);
    // An empty value is missing in etcd's messages.
    record.put("Value", entry.value().size() == 0 ? null : entry.value().toByteArray());
    record.put("Session", "");
    return record;
  }
}
