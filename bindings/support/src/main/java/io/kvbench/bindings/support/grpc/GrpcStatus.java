package io.kvbench.bindings.support.grpc;

import io.grpc.Status;
import io.kvbench.bindings.support.Causes;
import io.kvbench.core.operation.ErrorKind;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import java.util.regex.Pattern;

/** The interpretation of gRPC statuses other than OK that is the same for all systems. */
public final class GrpcStatus {
  /** The message about a connection that was lost or never made. */
  public static final String NO_CONNECTION = "the connection broke or there was none";

  private static final int LONGEST = 200;
  private static final Pattern NUMBER = Pattern.compile("\\d+");
  private static final Pattern RESET =
      Pattern.compile("RST_STREAM|http/?2", Pattern.CASE_INSENSITIVE);
  private static final Pattern BROKEN =
      Pattern.compile(
          "channel (was )?closed|connection (was )?(closed|reset|aborted)|broken pipe|io exception",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern ENDED =
      Pattern.compile("\\b(RST_STREAM|GOAWAY)\\b|Bandwidth exhausted");

  /** A message of any size limit but that of the server's requests. */
  private static final Pattern OVER_LIMIT =
      Pattern.compile("larger than max|exceeds maximum size|decompressed");

  private GrpcStatus() {}

  /** Returns the status's description, empty if it has none. */
  public static String said(Status status) {
    String said = status.getDescription();
    return said == null ? "" : said;
  }

  /**
   * Returns whether an INTERNAL or UNKNOWN status means a lost connection: a stream that was reset
   * by the peer, another protocol, or a broken connection without a code of its own.
   */
  public static boolean isLost(Status status) {
    return switch (status.getCode()) {
      case INTERNAL -> RESET.matcher(said(status)).find();
      case UNKNOWN ->
          BROKEN.matcher(said(status)).find()
              || Causes.find(IOException.class, status.getCause()).isPresent();
      default -> false;
    };
  }

  /**
   * Returns the kind of RESOURCE_EXHAUSTED from gRPC itself. A server refuses a request that is too
   * large; a stream or a connection that is ended in this way (ENHANCE_YOUR_CALM), or an answer
   * over a limit, may belong to a request that was carried out.
   *
   * @param said the description
   */
  public static ErrorKind exhausted(String said) {
    if (said.contains("received message larger than max")) {
      return ErrorKind.TOO_LARGE;
    }
    if (ENDED.matcher(said).find()) {
      return ErrorKind.CONNECTION_LOST;
    }
    return OVER_LIMIT.matcher(said).find() ? ErrorKind.OTHER : ErrorKind.THROTTLED;
  }

  /** Returns the description of a status that means a lost connection. */
  public static String lost(Status status) {
    return Causes.find(ConnectException.class, status.getCause()).isPresent()
        ? "the server refuses connections"
        : NO_CONNECTION;
  }

  /** Returns the description of any other status, constant per cause and of limited length. */
  public static String stable(Status status) {
    String said = said(status).isEmpty() ? "nothing more is said" : said(status);
    String stable = NUMBER.matcher(said).replaceAll("#");
    return stable.length() <= LONGEST ? stable : stable.substring(0, LONGEST);
  }

  /** Returns the reason for the user why no TCP connection was made, if that is the cause. */
  public static Optional<String> unreachable(Status status) {
    Throwable cause = status.getCause();
    if (Causes.find(UnknownHostException.class, cause).isPresent()
        || Causes.find(UnresolvedAddressException.class, cause).isPresent()) {
      return Optional.of("no such host is known");
    }
    return Causes.find(ConnectException.class, cause).isPresent()
        ? Optional.of("refuses connections: nothing listens there")
        : Optional.empty();
  }
}
