package io.kvbench.bindings.support.netty;

import io.kvbench.core.operation.ErrorKind;
import io.netty.channel.ConnectTimeoutException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Locale;

/**
 * The reason why a TCP connection was not established.
 *
 * @param message the same for the same cause, without addresses
 */
record ConnectFailure(ErrorKind kind, String message) {
  /** EADDRNOTAVAIL on Linux, as a number and as text. */
  private static final String NO_PORT_NUMBER = "(-99)";

  private static final String NO_PORT_WORDS = "cannot assign requested address";

  static ConnectFailure of(Throwable cause) {
    String said = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
    if (cause instanceof BindException
        || said.contains(NO_PORT_NUMBER)
        || said.contains(NO_PORT_WORDS)) {
      return new ConnectFailure(
          ErrorKind.OTHER,
          "this machine has no free port for another connection to the server: those of closed"
              + " connections are in TIME_WAIT");
    }
    if (said.contains("too many open files")) {
      return new ConnectFailure(
          ErrorKind.OTHER, "this process has no file descriptor for another connection");
    }
    return switch (cause) {
      case ConnectTimeoutException late ->
          new ConnectFailure(ErrorKind.TIMEOUT, "no connection was established in time");
      case ConnectException refused -> lost("the server refuses connections");
      case UnknownHostException unknown -> lost("the server's host is unknown");
      case UnresolvedAddressException unknown -> lost("the server's host is unknown");
      default -> lost("no connection can be made");
    };
  }

  private static ConnectFailure lost(String message) {
    return new ConnectFailure(ErrorKind.CONNECTION_LOST, message);
  }
}
