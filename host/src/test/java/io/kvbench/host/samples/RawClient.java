package io.kvbench.host.samples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** A connection over which a test sends arbitrary bytes. */
final class RawClient implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private final Socket socket = new Socket();
  private final BufferedReader answer;
  private final StringBuilder chunks = new StringBuilder();

  RawClient(String address) throws IOException {
    URI uri = URI.create(address);
    socket.setReceiveBufferSize(8 << 10);
    socket.connect(new InetSocketAddress(uri.getHost(), uri.getPort()));
    socket.setSoTimeout((int) LONGEST.toMillis());
    answer =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
  }

  RawClient send(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    return this;
  }

  /** Sends a request with these headers, each on its own line. */
  RawClient ask(String method, String path, String headers) throws IOException {
    return send(method + " " + path + " HTTP/1.1\r\nHost: localhost\r\n" + headers + "\r\n");
  }

  /** Returns the status of the answer, and leaves the rest. */
  int status() throws IOException {
    String line = answer.readLine();
    if (line == null) {
      throw new IOException("closed without an answer");
    }
    return Integer.parseInt(line.split(" ", -1)[1]);
  }

  /** Reads headers until the body begins. */
  RawClient body() throws IOException {
    for (String line = answer.readLine(); !line.isEmpty(); line = answer.readLine()) {
      // Of no interest.
    }
    return this;
  }

  /** Returns a line of samples, which may come in several chunks; nothing at their end. */
  String sample() throws IOException {
    while (chunks.indexOf("\n") < 0) {
      int length = Integer.parseInt(answer.readLine(), 16);
      if (length == 0) {
        return "";
      }
      for (int i = 0; i < length; i++) {
        chunks.append((char) answer.read());
      }
      answer.readLine();
    }
    int end = chunks.indexOf("\n");
    String line = chunks.substring(0, end);
    chunks.delete(0, end + 1);
    return line;
  }

  /** Returns everything until the other side closes or resets the connection. */
  String rest() throws IOException {
    StringBuilder rest = new StringBuilder();
    try {
      for (int next = answer.read(); next >= 0; next = answer.read()) {
        rest.append((char) next);
      }
    } catch (SocketTimeoutException e) {
      throw e;
    } catch (SocketException e) {
      // Closed with something unread.
    }
    return rest.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
