package io.kvbench.bindings.etcd.operation;

import io.etcd.jetcd.api.WatchResponse;
import io.grpc.Status;
import io.kvbench.bindings.support.grpc.GrpcStatus;
import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import java.util.regex.Pattern;

/** The error kind and message of a status other than OK; messages are constant per cause. */
public record EtcdFailure(ErrorKind kind, String message) {
  public static final EtcdFailure TIMEOUT =
      new EtcdFailure(ErrorKind.TIMEOUT, "no answer within etcd.requesttimeout");

  public static final EtcdFailure NO_CONNECTION =
      new EtcdFailure(ErrorKind.CONNECTION_LOST, GrpcStatus.NO_CONNECTION);

  public static final EtcdFailure NO_EVENT =
      new EtcdFailure(
          ErrorKind.TIMEOUT,
          "the write was acknowledged, and its event did not come within etcd.requesttimeout");

  private static final Pattern PASSING =
      Pattern.compile("leader changed|no leader|request timed out|server stopped");

  /** The prefix of etcd's own messages; all others come from gRPC on either side. */
  private static final String ETCD = "etcdserver: ";

  /** Returns the failure of a status. */
  public static EtcdFailure of(Status status) {
    String said = GrpcStatus.said(status);
    ErrorKind kind = said.startsWith(ETCD) ? byEtcd(status.getCode(), said) : byGrpc(status, said);
    boolean lost = kind == ErrorKind.CONNECTION_LOST;
    String words = lost ? GrpcStatus.lost(status) : GrpcStatus.stable(status);
    return new EtcdFailure(kind, status.getCode() + ": " + words);
  }

  /** Returns whether the token has expired, so that a new one helps. */
  public static boolean isTokenOver(Status status) {
    String said = GrpcStatus.said(status);
    return said.startsWith(ETCD)
        && (said.contains("invalid auth token") || said.contains("revision of auth store is old"));
  }

  /** Returns why the server cancelled a watch. It gives no reason for a compacted revision. */
  public static Status refusal(WatchResponse response) {
    return response.getCompactRevision() > 0
        ? Status.OUT_OF_RANGE.withDescription("the revision to watch from has been compacted")
        : refusal(response.getCancelReason());
  }

  /** The reason is text: that of other requests' errors, if it is etcd's. */
  public static Status refusal(String reason) {
    int words = Math.max(0, reason.indexOf(ETCD));
    String said = reason.isEmpty() ? "the watch was cancelled" : reason.substring(words);
    return code(said).toStatus().withDescription(said);
  }

  private static Status.Code code(String said) {
    if (said.contains("permission denied")) {
      return Status.Code.PERMISSION_DENIED;
    }
    if (said.contains("compacted")) {
      return Status.Code.OUT_OF_RANGE;
    }
    return said.contains("auth") ? Status.Code.UNAUTHENTICATED : Status.Code.UNAVAILABLE;
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
      case RESOURCE_EXHAUSTED -> GrpcStatus.exhausted(said);
      case PERMISSION_DENIED, UNAUTHENTICATED -> ErrorKind.UNAUTHORIZED;
      case INVALID_ARGUMENT, OUT_OF_RANGE -> ErrorKind.INVALID;
      case INTERNAL, UNKNOWN ->
          GrpcStatus.isLost(status) ? ErrorKind.CONNECTION_LOST : ErrorKind.OTHER;
      case OK, NOT_FOUND, ALREADY_EXISTS, ABORTED -> ErrorKind.OTHER;
      case FAILED_PRECONDITION, UNIMPLEMENTED, DATA_LOSS -> ErrorKind.OTHER;
    };
  }

  /** Returns the failure of an operation whose write was sent before another request failed so. */
  public EtcdFailure afterWrite() {
    return new EtcdFailure(kind.afterWrite(), message);
  }

  /** Completes an operation. */
  public void tell(Completion completion) {
    completion.failed(kind, message);
  }
}
