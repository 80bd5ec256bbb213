package io.kvbench.runner.record;

import java.io.IOException;
import java.net.SocketTimeoutException;
import javax.net.ssl.SSLSocket;

/** A TLS handshake that ends even where the other side sends nothing. */
final class Handshake {
  private static final int MILLIS = 10_000;

  private Handshake() {}

  /** Carries a handshake out. */
  static void of(SSLSocket socket) throws IOException {
    try {
      socket.setSoTimeout(MILLIS);
      socket.startHandshake();
      socket.setSoTimeout(0);
    } catch (SocketTimeoutException e) {
      throw new IOException("no TLS handshake within " + MILLIS / 1_000 + " s", e);
    }
  }
}
