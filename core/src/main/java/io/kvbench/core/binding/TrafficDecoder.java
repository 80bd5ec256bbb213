package io.kvbench.core.binding;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Finds the operations in the traffic of one connection between a client and a server. It only
 * reads: what it is given has been, or is going to be, passed on unchanged. Secrets such as
 * credentials and tokens go nowhere. For one thread at a time.
 */
public interface TrafficDecoder {
  /**
   * Takes what the client has sent.
   *
   * @param bytes the next bytes, from position to limit, as many as there happen to be; not to be
   *     kept
   * @param micros when they came, from the start of the recording
   * @throws IOException if they are not of the system's protocol; nothing more may follow then but
   *     {@link #closed}
   */
  void sent(ByteBuffer bytes, long micros) throws IOException;

  /** Takes what the server has sent, in the same way. */
  void received(ByteBuffer bytes, long micros) throws IOException;

  /** The connection has ended, or its traffic could not be decoded. */
  void closed(long micros);
}
