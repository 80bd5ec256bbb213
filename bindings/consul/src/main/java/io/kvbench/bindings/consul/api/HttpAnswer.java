package io.kvbench.bindings.consul.api;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One response of a server. */
public final class HttpAnswer {
  public static final int OK = 200;
  public static final int NOT_FOUND = 404;
  public static final int CONFLICT = 409;

  private final int status;
  private final long index;
  private final boolean reusable;
  private final byte[] body;
  private final int length;

  /**
   * @param index the header X-Consul-Index; 0 without it
   * @param reusable whether another request may follow on the same connection
   * @param length the number of bytes of the body, from its first on
   */
  public HttpAnswer(int status, long index, boolean reusable, byte[] body, int length) {
    this.status = status;
    this.index = index;
    this.reusable = reusable;
    this.body = body;
    this.length = length;
  }

  /** Returns the HTTP status. */
  public int status() {
    return status;
  }

  /** Returns the header X-Consul-Index; 0 without it. */
  public long index() {
    return index;
  }

  /** Returns whether another request may follow on the same connection. */
  public boolean reusable() {
    return reusable;
  }

  /** Returns the bytes of the body. */
  public ByteBuffer body() {
    return ByteBuffer.wrap(body, 0, length);
  }

  /** Returns the body as text. */
  public String text() {
    return new String(body, 0, length, StandardCharsets.UTF_8);
  }

  /** Returns whether the body is this text, ignoring white space after it. */
  public boolean says(byte[] text) {
    int end = length;
    while (end > 0 && body[end - 1] <= ' ') {
      end--;
    }
    return Arrays.equals(body, 0, end, text, 0, text.length);
  }
}
