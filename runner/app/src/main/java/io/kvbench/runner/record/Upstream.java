package io.kvbench.runner.record;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
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
   * @param protocols what to offer in a TLS handshake; none if empty
   */
  Socket connect(List<String> protocols) throws IOException {
    Socket socket = new Socket();
    try {
      socket.setTcpNoDelay(true);
      socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
      return tls.isEmpty() ? socket : secured(tls.get(), socket, protocols);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  private Socket secured(SSLContext context, Socket socket, List<String> protocols)
      throws IOException {
    String name = serverName.orElse(host);
    SSLSocket secured =
        (SSLSocket) context.getSocketFactory().createSocket(socket, name, port, true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    if (!protocols.isEmpty()) {
      parameters.setApplicationProtocols(protocols.toArray(String[]::new));
    }
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }

  @Override
  public String toString() {
    return host + ":" + port;
  }
}
