package io.kvbench.bindings.consul.api;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Outcome;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The interpretation of cetcd's answers, where they differ from Consul's. */
final class CetcdAnswers {
  private static final byte[] TRUE = ascii("true");
  private static final byte[] FALSE = ascii("false");
  private static final byte[] NO_RECORD = ascii("[]");
  private static final byte[] INDEX = ascii("\"ModifyIndex\":");
  private static final byte[] VALUE = ascii("\"Value\":");

  /** cetcd's status for all kinds of errors. */
  private static final int TROUBLE = 400;

  private static final ConsulFailure NOT_DONE =
      ConsulFailure.other(
          "the server answered false: etcd refused the write or could not be asked");
  static final ConsulFailure NOT_UNDERSTOOD =
      ConsulFailure.other("the server's answer is not one of cetcd's");

  private CetcdAnswers() {}

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** A record was written. */
  static void changed(HttpAnswer answer, Completion completion) {
    if (answer.status() != HttpAnswer.OK) {
      failure(answer).tell(completion);
    } else if (answer.says(TRUE)) {
      completion.succeeded(Outcome.OK);
    } else {
      (answer.says(FALSE) ? NOT_DONE : NOT_UNDERSTOOD).tell(completion);
    }
  }

  /** A record was written if it still had its version. Errors of etcd have the same answer. */
  static void swapped(HttpAnswer answer, Completion completion) {
    if (answer.status() == HttpAnswer.OK && answer.says(FALSE)) {
      completion.succeeded(Outcome.CONFLICT);
    } else {
      changed(answer, completion);
    }
  }

  /** A record was read: an array with one record, or empty. */
  static void read(HttpAnswer answer, Completion completion) {
    if (answer.status() != HttpAnswer.OK) {
      failure(answer).tell(completion);
    } else if (answer.says(NO_RECORD)) {
      completion.succeeded(Outcome.NOT_FOUND);
    } else {
      found(answer.body(), completion);
    }
  }

  private static void found(ByteBuffer json, Completion completion) {
    long index = index(json);
    ByteBuffer value = value(json);
    if (index > 0 && value != null) {
      completion.found(value, index, index, 0);
    } else {
      NOT_UNDERSTOOD.tell(completion);
    }
  }

  private static long index(ByteBuffer json) {
    int at = behind(json, INDEX);
    long index = 0;
    while (at >= 0 && at < json.limit() && Character.isDigit(json.get(at))) {
      index = 10 * index + json.get(at++) - '0';
    }
    return index;
  }

  /** Returns the value; an empty one may be {@code null} in the server's JSON. */
  private static @Nullable ByteBuffer value(ByteBuffer json) {
    int begin = behind(json, VALUE);
    if (begin < 0 || begin == json.limit()) {
      return null;
    }
    if (json.get(begin) != '"') {
      return json.get(begin) == 'n' ? ByteBuffer.allocate(0) : null;
    }
    int end = begin + 1;
    while (end < json.limit() && json.get(end) != '"') {
      end++;
    }
    try {
      return Base64.getDecoder().decode(json.slice(begin + 1, end - begin - 1));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Returns the index after a field's name, which cannot occur in a text; or -1. */
  private static int behind(ByteBuffer json, byte[] name) {
    for (int at = json.position(); at + name.length <= json.limit(); at++) {
      if (isAt(json, at, name)) {
        return at + name.length;
      }
    }
    return -1;
  }

  private static boolean isAt(ByteBuffer json, int place, byte[] name) {
    int same = 0;
    while (same < name.length && json.get(place + same) == name[same]) {
      same++;
    }
    return same == name.length;
  }

  /** Returns the failure of an answer that is not OK. */
  static ConsulFailure failure(HttpAnswer answer) {
    if (answer.status() == HttpAnswer.NOT_FOUND) {
      return NOT_UNDERSTOOD; // a missing record is answered with 200
    }
    ConsulFailure failure = ConsulFailure.of(answer);
    return answer.status() == TROUBLE
        ? new ConsulFailure(ErrorKind.UNAVAILABLE, failure.message())
        : failure;
  }
}
