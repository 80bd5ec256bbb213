package io.kvbench.runner.record;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * The client side of a proxy: where it listens, and how clients connect to it.
 *
 * @param address port 0 for any
 * @param tls what identifies the proxy, if clients use TLS
 * @param needsCertificate whether clients have to show a certificate that {@code tls} trusts
 */
public record Downstream(
    InetSocketAddress address, Optional<SSLContext> tls, boolean needsCertificate) {
  /** The rest of the stream of a connection of which nothing has been read. */
  private static final @Nullable InputStream NOTHING_READ = null;

  /** Returns clients without TLS. */
  public static Downstream plain(InetSocketAddress address) {
    return new Downstream(address, Optional.empty(), false);
  }

  /**
   * Returns what to read from and write to, after the handshake.
   *
   * @param protocols what may be agreed on in the handshake; none if empty
   */
  Socket secured(Socket client, List<String> protocols) throws IOException {
    if (tls.isEmpty()) {
      return client;
    }
    SSLSocket secured =
        (SSLSocket) tls.get().getSocketFactory().createSocket(client, NOTHING_READ, true);
    SSLParameters parameters = secured.getSSLParameters();
    if (!protocols.isEmpty()) {
      parameters.setApplicationProtocols(protocols.toArray(String[]::new));
    }
    parameters.setNeedClientAuth(needsCertificate);
    secured.setSSLParameters(parameters);
    Handshake.of(secured);
    return secured;
  }
}
