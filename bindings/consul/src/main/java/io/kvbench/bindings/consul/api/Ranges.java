package io.kvbench.bindings.consul.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.FoundRecords;
import io.kvbench.core.operation.Key;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.LongStream;

/** A parser of lists of records in key order: as objects, or as keys only. */
public final class Ranges {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String KEY = "Key";
  private static final String MODIFY_INDEX = "ModifyIndex";
  private static final String VALUE = "Value";
  private static final byte[] NOTHING = {};
  public static final ConsulFailure NOT_UNDERSTOOD =
      ConsulFailure.other("the server's answer is no list of records");

  private Ranges() {}

  /** A record of a list. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Listed(String key, byte[] value, long index) {}

  /**
   * Completes a range with the number of records, and passes them on if they are needed.
   *
   * @param prefix that of all keys
   * @param start the key to count from, with the prefix
   * @param limit the max number of records
   */
  public static void listed(
      ConsulDialect dialect,
      HttpAnswer answer,
      String prefix,
      String start,
      int limit,
      Completion completion) {
    if (answer.status() == HttpAnswer.NOT_FOUND && answer.index() > 0) {
      completion.scanned(0);
    } else if (answer.status() != HttpAnswer.OK) {
      dialect.failure(answer).tell(completion);
    } else {
      try {
        FoundRecords records = completion.receiver();
        completion.scanned(
            records == null
                ? count(answer.body(), start, limit)
                : passOn(answer.body(), prefix, start, limit, records));
      } catch (IOException e) {
        NOT_UNDERSTOOD.tell(completion);
      }
    }
  }

  /** Returns the number of records from a key on, up to a limit. */
  static int count(ByteBuffer body, String start, int limit) throws IOException {
    int count = 0;
    try (JsonParser json = parse(body)) {
      while (count < limit && json.nextToken() != JsonToken.END_ARRAY) {
        count += key(json).compareTo(start) >= 0 ? 1 : 0;
      }
    }
    return count;
  }

  /** Passes on the records from a key on, up to a limit; returns their number, with any others. */
  private static int passOn(
      ByteBuffer body, String prefix, String start, int limit, FoundRecords records)
      throws IOException {
    int count = 0;
    try (JsonParser json = parse(body)) {
      while (count < limit && json.nextToken() != JsonToken.END_ARRAY) {
        Listed record =
            json.currentToken() == JsonToken.VALUE_STRING
                ? new Listed(json.getText(), NOTHING, 0)
                : record(json);
        if (record.key.compareTo(start) >= 0) {
          if (record.key.startsWith(prefix) && Key.isKey(record.key)) {
            records.found(
                Key.of(record.key.substring(prefix.length())),
                ByteBuffer.wrap(record.value),
                record.index);
          }
          count++;
        }
      }
    }
    return count;
  }

  /**
   * Passes on the records of a read transaction if they are needed: one for each key, in the same
   * order. What cannot be read is left out, since the transaction has succeeded.
   */
  static void passOn(List<Key> keys, ByteBuffer body, Completion completion) {
    FoundRecords records = completion.receiver();
    if (records == null) {
      return;
    }
    int index = 0;
    try (JsonParser json =
        JSON.createParser(body.array(), body.arrayOffset() + body.position(), body.remaining())) {
      while (index < keys.size() && json.nextToken() != null) {
        if (json.currentToken() == JsonToken.FIELD_NAME && json.currentName().equals("KV")) {
          json.nextToken();
          Listed record = record(json);
          records.found(keys.get(index++), ByteBuffer.wrap(record.value), record.index);
        }
      }
    } catch (IOException e) {
      // The rest is unreadable.
    }
  }

  /** Returns the record whose object has begun; an empty value may be null. */
  private static Listed record(JsonParser json) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw new IOException("no record");
    }
    String key = "";
    byte[] value = NOTHING;
    long index = 0;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      switch (name) {
        case KEY -> key = json.getText();
        case VALUE ->
            value = json.currentToken() == JsonToken.VALUE_NULL ? NOTHING : json.getBinaryValue();
        case MODIFY_INDEX -> index = json.getLongValue();
        default -> json.skipChildren();
      }
    }
    return new Listed(key, value, index);
  }

  /**
   * Returns the indexes of the records that were written after an index, ascending and without
   * duplicates.
   */
  public static long[] writtenAfter(long index, ByteBuffer body) throws IOException {
    LongStream.Builder found = LongStream.builder();
    try (JsonParser json = parse(body)) {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        found.add(modifyIndex(json));
      }
    }
    return found.build().filter(each -> each > index).sorted().distinct().toArray();
  }

  private static JsonParser parse(ByteBuffer body) throws IOException {
    int begin = body.arrayOffset() + body.position();
    JsonParser json = JSON.createParser(body.array(), begin, body.remaining());
    if (json.nextToken() != JsonToken.START_ARRAY) {
      throw new IOException("no list");
    }
    return json;
  }

  private static long modifyIndex(JsonParser json) throws IOException {
    return object(json, MODIFY_INDEX, JsonParser::getLongValue, 0L);
  }

  /** Returns a key, or that of the record whose object has begun, and skips to its end. */
  private static String key(JsonParser json) throws IOException {
    if (json.currentToken() == JsonToken.VALUE_STRING) {
      return json.getText();
    }
    return object(json, KEY, JsonParser::getText, "");
  }

  /** A parser of a field's value. */
  private interface Field<T> {
    T read(JsonParser json) throws IOException;
  }

  /** Returns a field of the record whose object has begun, and skips to its end. */
  private static <T> T object(JsonParser json, String name, Field<T> field, T otherwise)
      throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      throw new IOException("no record");
    }
    T found = otherwise;
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      boolean wanted = json.currentName().equals(name);
      json.nextToken();
      if (wanted) {
        found = field.read(json);
      } else {
        json.skipChildren();
      }
    }
    return found;
  }
}
