package io.kvbench.bindings.consul.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.kvbench.core.binding.Completion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.stream.LongStream;

/** A parser of lists of records in key order: as objects, or as keys only. */
public final class Ranges {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String KEY = "Key";
  private static final String MODIFY_INDEX = "ModifyIndex";
  public static final ConsulFailure NOT_UNDERSTOOD =
      ConsulFailure.other("the server's answer is no list of records");

  private Ranges() {}

  /**
   * Completes a range with the number of records.
   *
   * @param start the key to count from, with the prefix
   * @param limit the max number of records
   */
  public static void listed(
      ConsulDialect dialect, HttpAnswer answer, String start, int limit, Completion completion) {
    if (answer.status() == HttpAnswer.NOT_FOUND && answer.index() > 0) {
      completion.scanned(0);
    } else if (answer.status() != HttpAnswer.OK) {
      dialect.failure(answer).tell(completion);
    } else {
      try {
        completion.scanned(count(answer.body(), start, limit));
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
