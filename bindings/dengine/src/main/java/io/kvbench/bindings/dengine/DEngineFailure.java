package io.kvbench.bindings.dengine;

import com.google.protobuf.InvalidProtocolBufferException;
import io.grpc.Status;
import io.kvbench.bindings.support.Causes;
import io.kvbench.bindings.support.grpc.GrpcStatus;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import java.util.regex.Pattern;

/** The error kind and message of a failure; the message is the same for the same cause. */
record DEngineFailure(ErrorKind kind, String message) {
  static final DEngineFailure TIMEOUT =
      new DEngineFailure(ErrorKind.TIMEOUT, "no answer within dengine.requesttimeout");
  static final DEngineFailure NO_LEADER =
      new DEngineFailure(ErrorKind.TIMEOUT, "no leader was found within dengine.requesttimeout");
  static final DEngineFailure NO_EVENT =
      new DEngineFailure(
          ErrorKind.TIMEOUT,
          "the write was acknowledged, and its event did not come within dengine.requesttimeout");
  static final DEngineFailure WATCH_CANCELLED =
      new DEngineFailure(
          ErrorKind.OTHER, "d-engine cancelled the watch, whose events had piled up");
  static final DEngineFailure NOT_CARRIED_OUT =
      new DEngineFailure(ErrorKind.OTHER, "d-engine says that the write was not carried out");
  static final DEngineFailure CLOSED =
      new DEngineFailure(ErrorKind.CONNECTION_LOST, "the connection was closed");
  static final DEngineFailure GARBLED =
      new DEngineFailure(ErrorKind.OTHER, "the answer is no message of d-engine's interface");

  private static final Pattern GO_AWAY = Pattern.compile("\\bGOAWAY\\b");

  /** Returns the failure of a status. */
  static DEngineFailure of(Status status) {
    if (isGarbled(status)) {
      return GARBLED;
    }
    String said = GrpcStatus.said(status);
    ErrorKind kind = kind(status, said);
    return new DEngineFailure(kind, status.getCode() + ": " + words(status, kind));
  }

  /** Returns whether an answer was unreadable, for which gRPC has no code of its own. */
  static boolean isGarbled(Status status) {
    return Causes.find(InvalidProtocolBufferException.class, status.getCause()).isPresent();
  }

  /** Returns the failure of an error code in an answer of d-engine. */
  static DEngineFailure of(int code) {
    ErrorKind kind =
        switch (code) {
          // A timeout between servers, or a changed, missing, lost or outdated leader.
          case 1001, 1003, 4001, 4002, 4005, 4006, 4007, 4008 -> ErrorKind.UNAVAILABLE;
          case 4003 -> ErrorKind.INVALID;
          case 4004 -> ErrorKind.THROTTLED;
          default -> ErrorKind.OTHER;
        };
    return new DEngineFailure(kind, "d-engine's error " + code + words(code));
  }

  /** Returns whether the leader of a failed operation may have lost its leadership. */
  boolean mayMeanAnotherLeader() {
    boolean silent = kind == ErrorKind.TIMEOUT && !equals(NO_EVENT);
    return silent || kind == ErrorKind.UNAVAILABLE || kind == ErrorKind.CONNECTION_LOST;
  }

  private static String words(int code) {
    return switch (code) {
      case 1003 -> " (the leader has changed)";
      case 4001 -> " (not the leader)";
      case 4005 -> " (the cluster is not available)";
      case 4006 -> " (the proposal failed)";
      default -> "";
    };
  }

  private static ErrorKind kind(Status status, String said) {
    return switch (status.getCode()) {
      case UNAVAILABLE ->
          said.startsWith("Service is not ready")
              ? ErrorKind.UNAVAILABLE
              : ErrorKind.CONNECTION_LOST;
      // The server's own limit for a request ends like this.
      case CANCELLED ->
          said.contains("Timeout expired") ? ErrorKind.TIMEOUT : ErrorKind.CONNECTION_LOST;
      case DEADLINE_EXCEEDED -> ErrorKind.TIMEOUT;
      // A server closes the connection after too many cancelled requests.
      case RESOURCE_EXHAUSTED -> GrpcStatus.exhausted(said);
      // A message over the server's limit.
      case OUT_OF_RANGE -> ErrorKind.TOO_LARGE;
      case INVALID_ARGUMENT -> ErrorKind.INVALID;
      // Not the leader, or a leader without a majority.
      case FAILED_PRECONDITION -> ErrorKind.UNAVAILABLE;
      // A reset stream, a connection with another protocol, or a server that ends.
      case INTERNAL, UNKNOWN -> {
        boolean ends = status.getCode() == Status.Code.INTERNAL && said.contains("channel closed");
        yield GrpcStatus.isLost(status)
            ? ErrorKind.CONNECTION_LOST
            : ends ? ErrorKind.UNAVAILABLE : ErrorKind.OTHER;
      }
      case PERMISSION_DENIED, UNAUTHENTICATED -> ErrorKind.UNAUTHORIZED;
      case OK, NOT_FOUND, ALREADY_EXISTS, ABORTED, UNIMPLEMENTED, DATA_LOSS -> ErrorKind.OTHER;
    };
  }

  private static String words(Status status, ErrorKind kind) {
    if (kind != ErrorKind.CONNECTION_LOST) {
      return GrpcStatus.stable(status);
    }
    return GO_AWAY.matcher(GrpcStatus.said(status)).find()
        ? "the server ended the connection"
        : GrpcStatus.lost(status);
  }

  /** Returns the failure of an operation whose write was sent before another request failed so. */
  DEngineFailure afterWrite() {
    return new DEngineFailure(kind.afterWrite(), message);
  }

  /** Completes an operation. */
  void tell(Completion completion) {
    completion.failed(kind, message);
  }
}
