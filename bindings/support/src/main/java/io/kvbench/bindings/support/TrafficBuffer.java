package io.kvbench.bindings.support;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A buffer of the bytes of one direction of a connection that are not decoded yet, since the rest
 * of their message is missing. For one thread at a time.
 */
public final class TrafficBuffer {
  private static final int FIRST = 1 << 10;

  private final int limit;
  private ByteBuffer bytes = ByteBuffer.allocate(FIRST).flip();

  /**
   * Creates an empty buffer.
   *
   * @param limit the max size of a message in bytes
   */
  public TrafficBuffer(int limit) {
    this.limit = limit;
  }

  /**
   * Adds bytes and returns all unread ones, from position to limit. Bytes that are read are
   * removed; the rest is returned again the next time.
   *
   * @throws IOException if there are more than a message may have
   */
  public ByteBuffer add(ByteBuffer more) throws IOException {
    int unread = bytes.remaining();
    if (more.remaining() > bytes.capacity() - bytes.limit()) {
      if (unread > limit - more.remaining()) {
        throw new IOException("a message is longer than " + limit + " bytes");
      }
      int needed = unread + more.remaining();
      ByteBuffer room =
          needed > bytes.capacity() || bytes.capacity() > Math.max(FIRST, 4 * needed)
              ? ByteBuffer.allocate(Math.max(FIRST, 2 * needed))
              : bytes.duplicate().clear();
      // Overlapping copies within the same array are allowed.
      System.arraycopy(bytes.array(), bytes.position(), room.array(), 0, unread);
      bytes = room.limit(unread).position(0);
    }
    int end = bytes.limit();
    bytes.limit(end + more.remaining());
    bytes.put(end, more, more.position(), more.remaining());
    more.position(more.limit());
    return bytes;
  }
}
