package io.kvbench.runner.record;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * The server that a proxy connects to.
 *
 * @param tls how to speak TLS with it, if it does
 * @param serverName the name in its certificate, if that is not the host
 */
public record Upstream(
    String host, int port, Optional<SSLContext> tls, Optional<String> serverName) {
  private static final int CONNECT_MILLIS = 10_000;

  /**
   * Connects to the server.
   *
   * @throws IOException with a clause for the user as its message
   */
  Socket connect() throws IOException {
    Socket socket = new Socket();
    try {
      InetSocketAddress address = new InetSocketAddress(host, port);
      if (address.isUnresolved()) {
        throw new IOException("unknown host");
      }
      socket.setTcpNoDelay(true);
      socket.connect(address, CONNECT_MILLIS);
      return socket;
    } catch (SocketTimeoutException e) {
      socket.close();
      throw new IOException("no answer within " + CONNECT_MILLIS / 1_000 + " s", e);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /**
   * Returns what to read from and write to, after the handshake.
   *
   * @param protocols what to offer in the handshake; none if empty
   */
  Socket secured(Socket socket, List<String> protocols) throws IOException {
    if (tls.isEmpty()) {
      return socket;
    }
    String name = serverName.orElse(host);
    SSLSocket secured =
        (SSLSocket) tls.get().getSocketFactory().createSocket(socket, name, port, true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    if (!protocols.isEmpty()) {
      parameters.setApplicationProtocols(protocols.toArray(String[]::new));
    }
    secured.setSSLParameters(parameters);
    Handshake.of(secured);
    return secured;
  }

  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
