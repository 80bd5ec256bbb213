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
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;

/**
 * The address of a server that is queried over HTTP or with four-letter-word commands.
 *
 * @param host a name or an address; an IPv6 address in brackets
 * @param trust the context that trusts the server's certificate; empty for no encryption
 * @param headers of all HTTP requests; they may be secret
 */
public record HostPort(
    String host, int port, Optional<SSLContext> trust, Map<String, String> headers) {
  private static final Pattern FORM =
      Pattern.compile(
          "(?:http://)?(\\[[0-9A-Fa-f:.%\\w]+]|[^\\s:/,\\[\\]]+)(?::(\\d{1,5}))?/?",
          Pattern.CASE_INSENSITIVE);

  private static final int LIMIT_MILLIS = 2_000;
  private static final int SHORT_MILLIS = 1_000;
  private static final int LONG_MILLIS = 30_000;
  private static final int MOST_BYTES = 4 << 20;
  private static final String POST = "POST";

  /** A request body and its method. */
  private record Content(String method, String body) {}

  public HostPort {
    headers = Map.copyOf(headers);
  }

  /** An address that is queried without encryption. */
  public HostPort(String host, int port) {
    this(host, port, Optional.empty(), Map.of());
  }

  /** Returns the same address, queried over TLS if a context is given. */
  public HostPort over(Optional<SSLContext> trusting) {
    return new HostPort(host, port, trusting, headers);
  }

  /** Returns the same address with one more request header. */
  public HostPort with(String header, String value) {
    Map<String, String> all = new HashMap<>(headers);
    all.put(header, value);
    return new HostPort(host, port, trust, all);
  }

  /** Without the headers, which may be secret. */
  @Override
  public String toString() {
    return host + ":" + port;
  }

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
    return tried(path, Optional.of(new Content(POST, body)));
  }

  /**
   * Sends an HTTP POST with a JSON body, with a longer timeout than that of probes.
   *
   * @throws IOException if there is no response, or one with a status other than 200
   */
  public String post(String path, String body) throws IOException {
    return http(path, Optional.of(new Content(POST, body)), LONG_MILLIS);
  }

  /** The same with PUT. */
  public String put(String path, String body) throws IOException {
    return http(path, Optional.of(new Content("PUT", body)), LONG_MILLIS);
  }

  private Optional<String> tried(String path, Optional<Content> content) {
    try {
      return Optional.of(http(path, content, SHORT_MILLIS));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private String http(String path, Optional<Content> content, int limit) throws IOException {
    String scheme = trust.isPresent() ? "https://" : "http://";
    URI uri = URI.create(scheme + host + ":" + port + path);
    HttpURLConnection connection = (HttpURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
    if (connection instanceof HttpsURLConnection encrypted && trust.isPresent()) {
      encrypted.setSSLSocketFactory(trust.get().getSocketFactory());
    }
    connection.setConnectTimeout(limit);
    connection.setReadTimeout(limit);
    connection.setInstanceFollowRedirects(false);
    headers.forEach(connection::setRequestProperty);
    if (content.isPresent()) {
      connection.setRequestMethod(content.get().method());
      connection.setDoOutput(true);
      try (OutputStream out = connection.getOutputStream()) {
        out.write(content.get().body().getBytes(StandardCharsets.UTF_8));
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
      if (content.isPresent() || limit == SHORT_MILLIS) {
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
    try (Socket plain = new Socket(Proxy.NO_PROXY)) {
      String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
      plain.connect(new InetSocketAddress(name, port), limit);
      plain.setSoTimeout(limit);
      try (Socket socket = encrypted(plain, name)) {
        socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
      }
    }
  }

  private Socket encrypted(Socket plain, String name) throws IOException {
    return trust.isPresent()
        ? trust.get().getSocketFactory().createSocket(plain, name, port, true)
        : plain;
  }
}
