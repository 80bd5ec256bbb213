package io.kvbench.bindings.consul;

import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Value;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes transactions in Consul's form, and reads what kept one from being carried out. */
final class Transactions {
  /** The field of the answer to a transaction that was carried out. */
  static final String RESULTS = "\"Results\":";

  private static final Pattern WHAT = Pattern.compile("\"What\":\"((?:[^\"\\\\]|\\\\.)*)\"");

  private Transactions() {}

  /** Returns the body of the request, or null if a key cannot be named. */
  static byte @Nullable [] encode(Operation.Transaction transaction, RecordKeys keys) {
    StringBuilder json = new StringBuilder(256).append('[');
    for (Operation.Write write : transaction.writes()) {
      String key = keys.text(write.key());
      if (key == null) {
        return null;
      }
      json.append(json.length() == 1 ? "" : ",");
      append(write, key, json);
    }
    return json.append(']').toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void append(Operation.Write write, String key, StringBuilder json) {
    switch (write) {
      case Operation.Insert insert -> set(key, insert.value(), json);
      case Operation.Update update -> set(key, update.value(), json);
      case Operation.CompareAndSet change -> {
        begin("cas", key, json);
        value(change.value(), json.append(",\"Index\":").append(change.expectedVersion()));
      }
      case Operation.Delete delete -> begin("delete", key, json);
    }
    json.append("}}");
  }

  private static void set(String key, Value value, StringBuilder json) {
    begin("set", key, json);
    value(value, json);
  }

  private static void begin(String verb, String key, StringBuilder json) {
    json.append("{\"KV\":{\"Verb\":\"").append(verb).append("\",\"Key\":\"");
    quote(key, json);
    json.append('"');
  }

  private static void value(Value value, StringBuilder json) {
    byte[] text = Base64.getEncoder().encode(value.toByteArray());
    json.append(",\"Value\":\"").append(new String(text, StandardCharsets.ISO_8859_1)).append('"');
  }

  private static void quote(String text, StringBuilder json) {
    for (int index = 0; index < text.length(); index++) {
      char character = text.charAt(index);
      if (character < ' ') {
        json.append("\\u00")
            .append(Character.forDigit(character >> 4, 16))
            .append(Character.forDigit(character & 0xF, 16));
      } else if (character == '"' || character == '\\') {
        json.append('\\').append(character);
      } else {
        json.append(character);
      }
    }
  }

  /** Returns what the server says of the first write that could not be carried out. */
  static String firstError(String json) {
    Matcher matcher = WHAT.matcher(json);
    return matcher.find() ? matcher.group(1).replace("\\\"", "\"") : "";
  }
}
