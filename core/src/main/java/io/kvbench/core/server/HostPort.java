package io.kvbench.core.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of a server that is queried without encryption, over HTTP or with four-letter-word
 * commands.
 *
 * @param host a name or an address; an IPv6 address in brackets
 */
public record HostPort(String host, int port) {
  private static final Pattern FORM =
      Pattern.compile(
          "(?:http://)?(\\[[0-9A-Fa-f:.%\\w]+]|[^\\s:/,\\[\\]]+)(?::(\\d{1,5}))?/?",
          Pattern.CASE_INSENSITIVE);

  private static final int LIMIT_MILLIS = 2_000;
  private static final int SHORT_MILLIS = 1_000;
  private static final int MOST_BYTES = 4 << 20;

  /** Returns the address of an endpoint; empty if the endpoint is encrypted or invalid. */
  public static Optional<HostPort> of(String endpoint, int defaultPort) {
    Matcher matcher = FORM.matcher(endpoint.strip());
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String digits = matcher.group(2);
    int port = digits == null ? defaultPort : Integer.parseInt(digits);
    return port < 1 || port > 65535
        ? Optional.empty()
        : Optional.of(new HostPort(matcher.group(1), port));
  }

  /** Parses the {@code host:port} of a server on this machine or in a cluster. */
  public static HostPort of(String endpoint) {
    int colon = endpoint.lastIndexOf(':');
    return new HostPort(
        endpoint.substring(0, colon), Integer.parseInt(endpoint.substring(colon + 1)));
  }

  /** Returns the body of the response to an HTTP GET, which must have status 200. */
  public String get(String path) throws IOException {
    return http(path, Optional.empty(), LIMIT_MILLIS);
  }

  /** The same, but empty if the server does not answer at once. */
  public Optional<String> tryGet(String path) {
    return tried(path, Optional.empty());
  }

  /**
   * Returns the body of the response to an HTTP POST; empty if the server does not answer at once.
   */
  public Optional<String> tryPost(String path, String body) {
    return tried(path, Optional.of(body));
  }

  private Optional<String> tried(String path, Optional<String> body) {
    try {
      return Optional.of(http(path, body, SHORT_MILLIS));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private String http(String path, Optional<String> body, int limit) throws IOException {
    URI uri = URI.create("http://" + host + ":" + port + path);
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(limit);
    connection.setReadTimeout(limit);
    connection.setInstanceFollowRedirects(false);
    if (body.isPresent()) {
      connection.setDoOutput(true);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(body.get().getBytes(StandardCharsets.UTF_8));
      }
    }
    int status = connection.getResponseCode();
    if (status != HttpURLConnection.HTTP_OK) {
      connection.disconnect();
      throw new IOException(path + " answers " + status);
    }
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    } finally {
      if (body.isPresent() || limit == SHORT_MILLIS) {
        connection.disconnect();
      }
    }
  }

  /** Sends a command and returns the response, up to the end of the connection. */
  public String say(String word) throws IOException {
    return say(word, LIMIT_MILLIS);
  }

  /** The same, but empty if the server does not answer at once. */
  public Optional<String> trySay(String word) {
    try {
      return Optional.of(say(word, SHORT_MILLIS)).filter(answer -> !answer.isEmpty());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private String say(String word, int limit) throws IOException {
    try (Socket socket = new Socket(Proxy.NO_PROXY)) {
      String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
      socket.connect(new InetSocketAddress(name, port), limit);
      socket.setSoTimeout(limit);
      socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    }
  }
}
