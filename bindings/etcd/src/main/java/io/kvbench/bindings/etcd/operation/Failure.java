package io.kvbench.bindings.etcd.operation;

import io.grpc.Status;
import io.kvbench.bindings.support.Causes;
import io.kvbench.core.operation.ErrorKind;
import java.io.IOException;
import java.net.ConnectException;
import java.util.regex.Pattern;

/** The error kind and message of a status other than OK; messages are constant per cause. */
public record Failure(ErrorKind kind, String message) {
  public static final Failure TIMEOUT =
      new Failure(ErrorKind.TIMEOUT, "no answer within etcd.requesttimeout");

  public static final Failure NO_CONNECTION =
      new Failure(ErrorKind.CONNECTION_LOST, "the connection broke or there was none");

  public static final Failure NO_EVENT =
      new Failure(
          ErrorKind.TIMEOUT,
          "the write was acknowledged, and its event did not come within etcd.requesttimeout");

  private static final int LONGEST = 200;
  private static final Pattern NUMBER = Pattern.compile("\\d+");

  private static final Pattern HTTP2 = Pattern.compile("http/?2", Pattern.CASE_INSENSITIVE);
  private static final Pattern BROKEN =
      Pattern.compile(
          "channel (was )?closed|connection (was )?(closed|reset|aborted)|broken pipe|io exception",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern PASSING =
      Pattern.compile("leader changed|no leader|request timed out|server stopped");

  /** The prefix of etcd's own messages; all others come from gRPC on either side. */
  private static final String ETCD = "etcdserver: ";

  /** Returns the failure of a status. */
  public static Failure of(Status status) {
    String said = status.getDescription() == null ? "" : status.getDescription();
    ErrorKind kind = said.startsWith(ETCD) ? byEtcd(status.getCode(), said) : byGrpc(status, said);
    return new Failure(kind, status.getCode() + ": " + words(status, said, kind));
  }

  /** Returns whether the token has expired, so that a new one helps. */
  public static boolean isTokenOver(Status status) {
    String said = status.getDescription() == null ? "" : status.getDescription();
    return said.startsWith(ETCD)
        && (said.contains("invalid auth token") || said.contains("revision of auth store is old"));
  }

  private static ErrorKind byEtcd(Status.Code code, String said) {
    if (said.contains("invalid auth token") || said.contains("auth store is old")) {
      return ErrorKind.SESSION_EXPIRED;
    }
    if (said.contains("request is too large") || said.contains("too many operations")) {
      return ErrorKind.TOO_LARGE;
    }
    if (said.contains("user name is empty") || said.contains("authentication failed")) {
      return ErrorKind.UNAUTHORIZED;
    }
    if (said.contains("database space exceeded")) {
      return ErrorKind.UNAVAILABLE;
    }
    return switch (code) {
      case RESOURCE_EXHAUSTED -> ErrorKind.THROTTLED;
      // etcd uses this code if it has no leader, has lost it, stops or is too slow.
      case UNAVAILABLE -> ErrorKind.UNAVAILABLE;
      case DEADLINE_EXCEEDED -> ErrorKind.TIMEOUT;
      case PERMISSION_DENIED, UNAUTHENTICATED -> ErrorKind.UNAUTHORIZED;
      case INVALID_ARGUMENT, OUT_OF_RANGE -> ErrorKind.INVALID;
      case FAILED_PRECONDITION ->
          said.contains("not leader") ? ErrorKind.UNAVAILABLE : ErrorKind.OTHER;
      // Locks and elections are served by a client within the server, whose codes are lost.
      case UNKNOWN -> PASSING.matcher(said).find() ? ErrorKind.UNAVAILABLE : ErrorKind.OTHER;
      case OK, CANCELLED, NOT_FOUND, ALREADY_EXISTS, ABORTED -> ErrorKind.OTHER;
      case UNIMPLEMENTED, INTERNAL, DATA_LOSS -> ErrorKind.OTHER;
    };
  }

  private static ErrorKind byGrpc(Status status, String said) {
    return switch (status.getCode()) {
      case UNAVAILABLE, CANCELLED -> ErrorKind.CONNECTION_LOST;
      case DEADLINE_EXCEEDED -> ErrorKind.TIMEOUT;
      case RESOURCE_EXHAUSTED ->
          said.contains("larger than max") ? ErrorKind.TOO_LARGE : ErrorKind.THROTTLED;
      case PERMISSION_DENIED, UNAUTHENTICATED -> ErrorKind.UNAUTHORIZED;
      case INVALID_ARGUMENT, OUT_OF_RANGE -> ErrorKind.INVALID;
      // A stream that was reset by the peer, or a connection with another protocol.
      case INTERNAL ->
          said.contains("RST_STREAM") || HTTP2.matcher(said).find()
              ? ErrorKind.CONNECTION_LOST
              : ErrorKind.OTHER;
      // Some broken connections have no code of their own.
      case UNKNOWN ->
          BROKEN.matcher(said).find()
                  || Causes.find(IOException.class, status.getCause()).isPresent()
              ? ErrorKind.CONNECTION_LOST
              : ErrorKind.OTHER;
      case OK, NOT_FOUND, ALREADY_EXISTS, ABORTED -> ErrorKind.OTHER;
      case FAILED_PRECONDITION, UNIMPLEMENTED, DATA_LOSS -> ErrorKind.OTHER;
    };
  }

  private static String words(Status status, String said, ErrorKind kind) {
    if (kind == ErrorKind.CONNECTION_LOST) {
      return Causes.find(ConnectException.class, status.getCause()).isPresent()
          ? "the server refuses connections"
          : NO_CONNECTION.message();
    }
    String stable = NUMBER.matcher(said.isEmpty() ? "nothing more is said" : said).replaceAll("#");
    return stable.length() <= LONGEST ? stable : stable.substring(0, LONGEST);
  }
}
