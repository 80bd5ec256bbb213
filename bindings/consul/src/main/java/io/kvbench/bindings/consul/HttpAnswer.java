package io.kvbench.bindings.consul;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One answer of a server. Its body lies in the reader's memory and is gone with the next answer.
 */
final class HttpAnswer {
  static final int OK = 200;
  static final int NOT_FOUND = 404;
  static final int CONFLICT = 409;

  private final Head head;
  private final byte[] memory;
  private final int length;

  /**
   * @param memory where the whole answer is, from its first byte on
   * @param length the number of bytes of the body
   */
  HttpAnswer(Head head, byte[] memory, int length) {
    this.head = head;
    this.memory = memory;
    this.length = length;
  }

  /** Returns the HTTP status. */
  int status() {
    return head.status();
  }

  /** Returns what the header X-Consul-Index says; 0 without it. */
  long index() {
    return head.index();
  }

  /** Returns whether another request may follow on the same connection. */
  boolean reusable() {
    return head.reusable();
  }

  /** Returns the bytes of the body. */
  ByteBuffer body() {
    return ByteBuffer.wrap(memory, head.length(), length);
  }

  /** Returns the body as text. */
  String text() {
    return new String(memory, head.length(), length, StandardCharsets.UTF_8);
  }

  /** Returns whether the body is this text, not looking at white space after it. */
  boolean says(byte[] text) {
    int end = head.length() + length;
    while (end > head.length() && memory[end - 1] <= ' ') {
      end--;
    }
    return Arrays.equals(memory, head.length(), end, text, 0, text.length);
  }
}
