package io.kvbench.core.binding;

import io.kvbench.core.trace.TraceSink;
import java.util.List;

/** The decoders of connections to the servers of a system, to record what their clients do. */
@FunctionalInterface
public interface Traffic {
  /**
   * Returns the decoder of a new connection.
   *
   * @param sink where its operations go
   * @param connection a name that no other connection has
   */
  TrafficDecoder decoder(TraceSink sink, String connection);

  /** Returns the protocols to offer in a TLS handshake (ALPN); none if the system needs none. */
  default List<String> applicationProtocols() {
    return List.of();
  }
}
