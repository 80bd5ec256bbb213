package io.kvbench.bindings.support;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Bytes of one direction of a connection that are not decoded yet, since the rest of their message
 * is still to come. For one thread at a time.
 */
public final class TrafficBuffer {
  private static final int FIRST = 1 << 10;

  private final int limit;
  private ByteBuffer bytes = ByteBuffer.allocate(FIRST).flip();

  /**
   * Creates an empty one.
   *
   * @param limit how many bytes a message may have
   */
  public TrafficBuffer(int limit) {
    this.limit = limit;
  }

  /**
   * Adds bytes and returns all that have not been read, from position to limit. What is read of
   * these is gone; the rest is there the next time.
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
      // A buffer may be copied to its own beginning.
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
