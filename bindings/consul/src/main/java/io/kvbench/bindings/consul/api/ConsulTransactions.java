package io.kvbench.bindings.consul.api;

import io.kvbench.core.operation.Key;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Value;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The encoder of transactions in Consul's format, and the decoder of their errors. */
public final class ConsulTransactions {
  /** The field of the answer to an applied transaction. */
  static final String RESULTS = "\"Results\":";

  private static final Pattern WHAT = Pattern.compile("\"What\":\"((?:[^\"\\\\]|\\\\.)*)\"");

  /** The field of a record that a session holds. */
  public static final String SESSION = "\"Session\":\"";

  private static final String MODIFIED = "\"ModifyIndex\":";
  private static final int MOST_DIGITS = 18;

  /** The result of an attempt to acquire a lock. */
  public enum Locked {
    DONE,
    HELD,
    /** The last owner's session ended without releasing the lock. */
    DELAYED,
    /** The session that was to acquire it has ended. */
    SESSION_OVER,
    FAILED
  }

  private ConsulTransactions() {}

  /** Returns the body of the request, or null if a key is invalid. */
  public static byte @Nullable [] encode(Operation.Transaction transaction, RecordKeys keys) {
    StringBuilder json = new StringBuilder(256);
    for (Operation.Part part : transaction.parts()) {
      String key = keys.text(part.key());
      if (key == null) {
        return null;
      }
      append(part, key, json);
    }
    return list(json);
  }

  /** Returns the same for a read-only transaction. */
  public static byte @Nullable [] encode(Operation.ReadTransaction transaction, RecordKeys keys) {
    StringBuilder json = new StringBuilder(256);
    for (Key each : transaction.keys()) {
      String key = keys.text(each);
      if (key == null) {
        return null;
      }
      begin("get", key, json);
      json.append("}}");
    }
    return list(json);
  }

  /** Returns the body that acquires a lock, with a value for its record if there is one. */
  public static byte[] lock(String key, String session, @Nullable Value value) {
    StringBuilder json = new StringBuilder(256);
    begin("lock", key, json);
    session(session, json);
    if (value != null) {
      value(value, json);
    }
    json.append("}}");
    return list(json);
  }

  /**
   * Returns the body that writes one record; the answer has the index of the write. Random flags
   * make it a write even if the value is the same, which Consul would skip.
   */
  public static byte[] update(String key, Value value) {
    StringBuilder json = new StringBuilder(256);
    set(key, value, json);
    flags(json);
    return list(json);
  }

  private static void flags(StringBuilder json) {
    json.append(",\"Flags\":")
        .append(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE))
        .append("}}");
  }

  /** Returns the body that adds a member to a group; the answer has the index of the change. */
  public static byte[] join(String group, String member, String session, Value value) {
    StringBuilder json = touch(group);
    begin("lock", member, json);
    session(session, json);
    value(value, json);
    json.append("}}");
    return list(json);
  }

  /** Returns the body that removes a member, if its session still holds it. */
  public static byte[] leave(String group, String member, String session) {
    StringBuilder json = touch(group);
    begin("check-session", member, json);
    session(session, json);
    json.append("}}");
    begin("delete", member, json);
    json.append("}}");
    return list(json);
  }

  /** A delete has no index of its own: the group's record has the index of every change. */
  private static StringBuilder touch(String group) {
    StringBuilder json = new StringBuilder(256);
    begin("set", group, json);
    json.append(",\"Value\":\"\"");
    flags(json);
    return json;
  }

  /** Returns the body that writes a record if a session owns a lock. */
  public static byte[] fenced(String lock, String session, String key, Value value) {
    StringBuilder json = new StringBuilder(256);
    begin("check-session", lock, json);
    session(session, json);
    json.append("}}");
    set(key, value, json);
    json.append("}}");
    return list(json);
  }

  private static void session(String session, StringBuilder json) {
    json.append(",\"Session\":\"");
    quote(session, json);
    json.append('"');
  }

  private static byte[] list(StringBuilder json) {
    return json.insert(0, '[').append(']').toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void append(Operation.Part part, String key, StringBuilder json) {
    switch (part) {
      case Operation.Insert insert -> set(key, insert.value(), json);
      case Operation.Update update -> set(key, update.value(), json);
      case Operation.CompareAndSet change -> {
        begin("cas", key, json);
        value(change.value(), json.append(",\"Index\":").append(change.expectedVersion()));
      }
      case Operation.Delete delete -> begin("delete", key, json);
      case Operation.Guard guard -> {
        begin("check-index", key, json);
        json.append(",\"Index\":").append(guard.expectedVersion());
      }
    }
    json.append("}}");
  }

  private static void set(String key, Value value, StringBuilder json) {
    begin("set", key, json);
    value(value, json);
  }

  private static void begin(String verb, String key, StringBuilder json) {
    json.append(json.isEmpty() ? "" : ",");
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

  /** Returns the result of an attempt to acquire a lock. */
  public static Locked locked(HttpAnswer answer) {
    if (answer.status() == HttpAnswer.OK) {
      return Locked.DONE;
    }
    String error = answer.status() == HttpAnswer.CONFLICT ? firstError(answer.text()) : "";
    if (error.endsWith("lock is already held")) {
      return Locked.HELD;
    }
    if (error.endsWith("due to lock delay")) {
      return Locked.DELAYED;
    }
    return error.startsWith("invalid session") ? Locked.SESSION_OVER : Locked.FAILED;
  }

  /**
   * Returns the index of a transaction's writes, or that of a record's last write; 0 if there is
   * none. A record that was only checked has an older index than those that were written.
   */
  public static long modifyIndex(String json) {
    long index = 0;
    for (int at = json.indexOf(MODIFIED); at >= 0; at = json.indexOf(MODIFIED, at + 1)) {
      index = Math.max(index, number(json, at + MODIFIED.length()));
    }
    return index;
  }

  private static long number(String json, int begin) {
    long number = 0;
    int end = Math.min(json.length(), begin + MOST_DIGITS);
    for (int at = begin; at < end && json.charAt(at) >= '0' && json.charAt(at) <= '9'; at++) {
      number = 10 * number + json.charAt(at) - '0';
    }
    return number;
  }

  /** Returns whether a transaction failed because a session does not own its lock. */
  public static boolean isOfNoOwner(String json) {
    String error = firstError(json);
    return error.startsWith("failed session check") || error.startsWith("failed to check session");
  }

  /** Returns whether a transaction failed because of a missing record. */
  public static boolean isOfNone(String json) {
    return firstError(json).endsWith("doesn't exist");
  }

  /** Returns the server's message about the first part that failed. */
  public static String firstError(String json) {
    Matcher matcher = WHAT.matcher(json);
    return matcher.find() ? matcher.group(1).replace("\\\"", "\"") : "";
  }
}
