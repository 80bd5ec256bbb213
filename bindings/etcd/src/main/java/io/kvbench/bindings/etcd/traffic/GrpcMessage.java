package io.kvbench.bindings.etcd.traffic;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The first message of one direction of a call, assembled from pieces. */
final class GrpcMessage {
  /** One byte that marks a compressed message, and four with its length. */
  private static final int HEADER = 5;

  private static final int LONGEST = 1 << 27;

  private byte[] bytes = {};
  private int size;
  private boolean told;

  /** Adds a piece; returns whether it completes the message. */
  boolean add(ByteBuf data) throws Http2Exception {
    int more = data.readableBytes();
    if (told) {
      return false; // another message, as in a stream
    }
    if (more > LONGEST - size) {
      throw Http2Exception.connectionError(Http2Error.PROTOCOL_ERROR, "a message is too long");
    }
    if (bytes.length < size + more) {
      bytes = Arrays.copyOf(bytes, Math.max(size + more, 2 * size));
    }
    data.getBytes(data.readerIndex(), bytes, size, more);
    size += more;
    told = isWhole();
    return told;
  }

  boolean isWhole() {
    return size >= HEADER && size - HEADER >= length();
  }

  boolean isCompressed() {
    return size > 0 && bytes[0] != 0;
  }

  private int length() {
    int length = ByteBuffer.wrap(bytes).getInt(1);
    return length < 0 ? Integer.MAX_VALUE : length;
  }

  /** Returns the message, once it is whole. */
  ByteBuffer bytes() {
    return ByteBuffer.wrap(bytes, HEADER, length());
  }
}
