package io.kvbench.runner.run.events;

import java.io.IOException;
import java.io.InputStream;
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
 * Where a server can be asked in the clear.
 *
 * @param host a name or an address, an IPv6 address in brackets
 */
record HostPort(String host, int port) {
  private static final Pattern FORM =
      Pattern.compile(
          "(?:http://)?(\\[[0-9A-Fa-f:.%\\w]+]|[^\\s:/,\\[\\]]+)(?::(\\d{1,5}))?/?",
          Pattern.CASE_INSENSITIVE);

  private static final int LIMIT_MILLIS = 2_000;
  private static final int MOST_BYTES = 4 << 20;

  /** Returns the place of an endpoint; empty where it is to be encrypted or is none. */
  static Optional<HostPort> of(String endpoint, int defaultPort) {
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

  /** Returns what it answers to an HTTP GET. */
  String get(String path) throws IOException {
    URI uri = URI.create("http://" + host + ":" + port + path);
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
    connection.setConnectTimeout(LIMIT_MILLIS);
    connection.setReadTimeout(LIMIT_MILLIS);
    connection.setInstanceFollowRedirects(false);
    int status = connection.getResponseCode();
    if (status != HttpURLConnection.HTTP_OK) {
      connection.disconnect();
      throw new IOException(path + " answers " + status);
    }
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    }
  }

  /** Returns what it answers to a word, until it closes the connection. */
  String say(String word) throws IOException {
    try (Socket socket = new Socket(Proxy.NO_PROXY)) {
      String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
      socket.connect(new InetSocketAddress(name, port), LIMIT_MILLIS);
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
      InputStream in = socket.getInputStream();
      return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
    }
  }
}
