package io.kvbench.bindings.zookeeper.status;

import io.kvbench.bindings.support.Deadline;
import io.kvbench.bindings.support.Endpoint;
import io.kvbench.bindings.zookeeper.options.ZooKeeperTls;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/**
 * The client of ZooKeeper's four-letter-word commands. The client library has such a call too, but
 * it waits for a TLS handshake without a limit.
 */
public final class FourLetterWord {
  /** Much more than any answer; a server that is not ZooKeeper may send without end. */
  private static final int MOST_BYTES = 1 << 20;

  private FourLetterWord() {}

  /** Returns the answer until the end of the connection or the limit, up to about 1 MiB. */
  public static String ask(
      Endpoint endpoint, String word, Optional<ZooKeeperTls> tls, Duration limit)
      throws IOException {
    Deadline deadline = Deadline.in(limit);
    InetSocketAddress address = new InetSocketAddress(endpoint.host(), endpoint.port());
    if (address.isUnresolved()) {
      throw new UnknownHostException(endpoint.host());
    }
    try (Socket plain = new Socket()) {
      plain.connect(address, millis(deadline));
      plain.setSoTimeout(millis(deadline));
      if (tls.isPresent()) {
        try (SSLSocket socket = handshake(plain, endpoint, tls.get().context())) {
          return exchange(socket, word, deadline);
        }
      }
      return exchange(plain, word, deadline);
    }
  }

  private static SSLSocket handshake(Socket plain, Endpoint endpoint, SSLContext tls)
      throws IOException {
    SSLSocket socket =
        (SSLSocket)
            tls.getSocketFactory().createSocket(plain, endpoint.host(), endpoint.port(), true);
    socket.startHandshake();
    return socket;
  }

  private static String exchange(Socket socket, String word, Deadline deadline) throws IOException {
    socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().flush();
    InputStream in = socket.getInputStream();
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    byte[] chunk = new byte[4096];
    try {
      int length = in.read(chunk);
      while (length != -1 && answer.size() < MOST_BYTES) {
        answer.write(chunk, 0, length);
        socket.setSoTimeout(millis(deadline));
        length = in.read(chunk);
      }
    } catch (SocketTimeoutException e) {
      // A server that is not ZooKeeper may answer and keep the connection open.
      if (answer.size() == 0) {
        throw e;
      }
    }
    return answer.toString(StandardCharsets.US_ASCII);
  }

  private static int millis(Deadline deadline) throws SocketTimeoutException {
    long millis = deadline.left().toMillis();
    if (millis == 0) {
      throw new SocketTimeoutException();
    }
    return Math.toIntExact(millis);
  }
}
