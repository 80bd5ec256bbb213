package io.kvbench.bindings.consul.wire;

import io.kvbench.bindings.consul.api.HttpAnswer;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The assembler of responses, one after another, from the parts that Netty's decoder reads. */
public final class AnswerReader {
  /** More than any requested response: values are under a megabyte by default. */
  private static final int MAX_BYTES = 256 * 1024 * 1024;

  private static final int MAX_PART_BYTES = 1024 * 1024;
  private static final HttpDecoderConfig CONFIG =
      new HttpDecoderConfig()
          .setMaxHeaderSize(64 * 1024)
          .setMaxChunkSize(MAX_PART_BYTES)
          .setValidateHeaders(false);
  private static final AsciiString INDEX = AsciiString.cached("x-consul-index");
  private static final byte[] NOTHING = {};

  private @Nullable HttpResponse head;
  private @Nullable HttpAnswer answer;
  private long index;
  private byte[] body = NOTHING;
  private int length;

  /** Returns the decoder of the parts. */
  public static HttpResponseDecoder decoder() {
    return new HttpResponseDecoder(CONFIG);
  }

  /**
   * Adds the next part, which the caller releases.
   *
   * @throws IOException if it is not HTTP/1.1, or not a response of Consul
   */
  public void take(HttpObject part) throws IOException {
    if (!part.decoderResult().isSuccess()) {
      throw new IOException("the server does not speak HTTP/1.1", part.decoderResult().cause());
    }
    if (part instanceof HttpResponse response) {
      begin(response);
    }
    if (part instanceof HttpContent content) {
      append(content.content());
    }
    if (part instanceof LastHttpContent && head != null) {
      boolean reusable = HttpUtil.isKeepAlive(head);
      answer = new HttpAnswer(head.status().code(), index, reusable, body, length);
      head = null;
    }
  }

  private void begin(HttpResponse response) throws IOException {
    if (answer != null) {
      throw new IOException("the server sent more than was requested");
    }
    if (!response.protocolVersion().equals(HttpVersion.HTTP_1_1)) {
      throw new IOException("the server does not speak HTTP/1.1");
    }
    head = response;
    length = 0;
    try {
      String version = response.headers().get(INDEX);
      index = version == null ? 0 : Long.parseLong(version);
      long expected = HttpUtil.getContentLength(response, 0L);
      checkSize(expected);
      body = expected == 0 ? NOTHING : new byte[(int) Math.min(expected, MAX_PART_BYTES)];
    } catch (NumberFormatException e) {
      throw new IOException("a number in the response's header is invalid", e);
    }
  }

  private void append(ByteBuf part) throws IOException {
    int count = part.readableBytes();
    if (count > body.length - length) {
      checkSize((long) length + count);
      body = Arrays.copyOf(body, (int) Math.min(MAX_BYTES, Math.max(length + count, 2L * length)));
    }
    part.readBytes(body, length, count);
    length += count;
  }

  private static void checkSize(long bytes) throws IOException {
    if (bytes > MAX_BYTES) {
      throw new IOException("the response is over " + MAX_BYTES + " bytes");
    }
  }

  /** Returns each complete response once. */
  public @Nullable HttpAnswer poll() {
    HttpAnswer complete = answer;
    answer = null;
    return complete;
  }
}
