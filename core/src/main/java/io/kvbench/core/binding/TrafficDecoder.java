package io.kvbench.core.binding;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A decoder that finds the operations in the traffic of one connection between a client and a
 * server. It only reads: the bytes are passed on unchanged. Secrets such as credentials and tokens
 * are never passed on. For one thread at a time.
 */
public interface TrafficDecoder {
  /**
   * Decodes bytes from the client.
   *
   * @param bytes the next bytes, from position to limit, in chunks of any size; not to be kept
   * @param micros when they arrived, from the start of the recording
   * @throws IOException if they are not of the system's protocol; nothing may follow then but
   *     {@link #closed}
   */
  void sent(ByteBuffer bytes, long micros) throws IOException;

  /** Decodes bytes from the server, in the same way. */
  void received(ByteBuffer bytes, long micros) throws IOException;

  /** The connection has ended, or its traffic could not be decoded. */
  void closed(long micros);
}
