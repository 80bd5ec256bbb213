package io.kvbench.runner.cluster.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks a ZooKeeper server on this machine what it is. */
public final class FourLetterWord {
  private static final int LIMIT_MILLIS = 1_000;
  private static final Pattern MODE = Pattern.compile("^Mode: (\\w+)$", Pattern.MULTILINE);

  private FourLetterWord() {}

  /** Returns the server's part in the ensemble, or empty while it does not serve. */
  public static Optional<String> role(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LIMIT_MILLIS);
      socket.setSoTimeout(LIMIT_MILLIS);
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      socket.shutdownOutput();
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      Matcher matcher = MODE.matcher(answer);
      return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
