package io.kvbench.docker;

import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Short questions to servers on loopback. An answer that is none counts as no answer. */
final class Question {
  private static final int LIMIT_MILLIS = 1_000;

  private Question() {}

  /** Returns the body of a good answer. */
  static Optional<String> get(int port, String path) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection)
              URI.create("http://" + NodePlan.HOST + ":" + port + path)
                  .toURL()
                  .openConnection(Proxy.NO_PROXY);
      connection.setConnectTimeout(LIMIT_MILLIS);
      connection.setReadTimeout(LIMIT_MILLIS);
      try (InputStream in = connection.getInputStream()) {
        return Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
      } finally {
        connection.disconnect();
      }
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Sends one of ZooKeeper's words of four letters. */
  static Optional<String> word(int port, String word) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LIMIT_MILLIS);
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
      String text = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return text.isEmpty() ? Optional.empty() : Optional.of(text);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns the first value of a field, wherever in a JSON text it is. */
  static Optional<String> field(String json, String name) {
    Matcher matcher =
        Pattern.compile("\"" + Pattern.quote(name) + "\"\\s*:\\s*\"?([^\",}\\s]*)").matcher(json);
    return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
