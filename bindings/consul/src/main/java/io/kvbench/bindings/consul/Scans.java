package io.kvbench.bindings.consul;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.kvbench.core.binding.Completion;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Takes the records of a scan from all those that Consul sends, which come in order. */
final class Scans {
  private static final JsonFactory JSON = new JsonFactory();
  private static final String KEY = "Key";
  private static final Failure NOT_UNDERSTOOD =
      Failure.other("the server's answer is no list of records");

  private Scans() {}

  /**
   * Tells what a scan found.
   *
   * @param start the key to start from, as Consul knows it
   * @param limit how many records are wanted
   */
  static void scanned(HttpAnswer answer, String start, int limit, Completion completion) {
    if (answer.status() == HttpAnswer.NOT_FOUND) {
      Answers.absent(answer, completion);
    } else if (answer.status() != HttpAnswer.OK) {
      Answers.fail(Failure.of(answer), completion);
    } else {
      try {
        completion.scanned(count(answer.body(), start, limit));
      } catch (IOException e) {
        Answers.fail(NOT_UNDERSTOOD, completion);
      }
    }
  }

  /** Returns how many records there are from a key on, up to a limit. */
  static int count(ByteBuffer body, String start, int limit) throws IOException {
    int count = 0;
    int begin = body.arrayOffset() + body.position();
    try (JsonParser json = JSON.createParser(body.array(), begin, body.remaining())) {
      if (json.nextToken() != JsonToken.START_ARRAY) {
        throw new IOException("no list");
      }
      while (count < limit && json.nextToken() == JsonToken.START_OBJECT) {
        count += key(json).compareTo(start) >= 0 ? 1 : 0;
      }
    }
    return count;
  }

  /** Returns the key of the record whose object has begun, and goes to its end. */
  private static String key(JsonParser json) throws IOException {
    String key = "";
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      boolean wanted = json.currentName().equals(KEY);
      json.nextToken();
      if (wanted) {
        key = json.getText();
      } else {
        json.skipChildren();
      }
    }
    return key;
  }
}
