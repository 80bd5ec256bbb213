package io.kvbench.runner.cluster.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Asks a server a short question. */
final class Http {
  private static final int LIMIT_MILLIS = 1_000;

  private Http() {}

  /** Returns the text of an answer with status 200, or empty if there is none in time. */
  static Optional<String> get(String endpoint, String path) {
    return ask(endpoint, path, "");
  }

  static Optional<String> post(String endpoint, String path, String body) {
    return ask(endpoint, path, body);
  }

  private static Optional<String> ask(String endpoint, String path, String body) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection)
              URI.create("http://" + endpoint + path).toURL().openConnection(Proxy.NO_PROXY);
      connection.setConnectTimeout(LIMIT_MILLIS);
      connection.setReadTimeout(LIMIT_MILLIS);
      if (!body.isEmpty()) {
        connection.setDoOutput(true);
        try (OutputStream out = connection.getOutputStream()) {
          out.write(body.getBytes(StandardCharsets.UTF_8));
        }
      }
      try (InputStream in = connection.getInputStream()) {
        return connection.getResponseCode() == HttpURLConnection.HTTP_OK
            ? Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8))
            : Optional.empty();
      } finally {
        connection.disconnect();
      }
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
