package io.kvbench.bindings.zookeeper.wire;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.ErrorKind;
import org.apache.zookeeper.KeeperException.Code;

/** The error kind and message of a result code of ZooKeeper. Messages are constant. */
public record ZooKeeperFailure(ErrorKind kind, String message) {
  public static final ZooKeeperFailure GARBLED =
      new ZooKeeperFailure(ErrorKind.OTHER, "the server's answer cannot be read");

  /** Not a code of ZooKeeper: represents an unreadable answer. */
  static final int GARBLED_CODE = Integer.MIN_VALUE;

  /** Returns the meaning of a result code. */
  public static ZooKeeperFailure of(int resultCode) {
    if (resultCode == GARBLED_CODE) {
      return GARBLED;
    }
    try {
      return of(Code.get(resultCode));
    } catch (IllegalArgumentException e) {
      // A newer server has codes that this client library does not know.
      return new ZooKeeperFailure(ErrorKind.OTHER, "unknown result code " + resultCode);
    }
  }

  private static ZooKeeperFailure of(Code code) {
    return switch (code) {
      case CONNECTIONLOSS ->
          failure(ErrorKind.CONNECTION_LOST, code, "the connection broke or there was none");
      case SESSIONMOVED ->
          failure(ErrorKind.CONNECTION_LOST, code, "the session moved to another server");
      case SESSIONEXPIRED, UNKNOWNSESSION ->
          failure(ErrorKind.SESSION_EXPIRED, code, "the session has ended");
      case OPERATIONTIMEOUT, REQUESTTIMEOUT ->
          failure(ErrorKind.TIMEOUT, code, "no answer in time");
      case AUTHFAILED ->
          failure(ErrorKind.UNAUTHORIZED, code, "the server refuses the credentials");
      case NOAUTH ->
          failure(ErrorKind.UNAUTHORIZED, code, "the znode's ACL denies this client access");
      case SESSIONCLOSEDREQUIRESASLAUTH ->
          failure(ErrorKind.UNAUTHORIZED, code, "the server requires SASL");
      case THROTTLEDOP -> failure(ErrorKind.THROTTLED, code, "the server is overloaded");
      case NOTREADONLY ->
          failure(ErrorKind.UNAVAILABLE, code, "the server is read-only, it sees no quorum");
      case NEWCONFIGNOQUORUM, RECONFIGINPROGRESS ->
          failure(ErrorKind.UNAVAILABLE, code, "the ensemble is being reconfigured");
      case QUOTAEXCEEDED -> failure(ErrorKind.TOO_LARGE, code, "the root's quota is exceeded");
      case BADARGUMENTS ->
          failure(ErrorKind.INVALID, code, "the server rejects the request as invalid");
      // Also a server's answer to any exception, after it has applied the write.
      case MARSHALLINGERROR ->
          failure(ErrorKind.OTHER, code, "the request cannot be encoded or decoded");
      case INVALIDACL ->
          failure(
              ErrorKind.INVALID,
              code,
              "zookeeper.acl=creator requires zookeeper.auth or SASL that the server accepts");
      case UNIMPLEMENTED ->
          failure(ErrorKind.OTHER, code, "the server does not support the request");
      case OK,
          SYSTEMERROR,
          RUNTIMEINCONSISTENCY,
          DATAINCONSISTENCY,
          APIERROR,
          NONODE,
          BADVERSION,
          NOCHILDRENFOREPHEMERALS,
          NODEEXISTS,
          NOTEMPTY,
          INVALIDCALLBACK,
          EPHEMERALONLOCALSESSION,
          NOWATCHER,
          RECONFIGDISABLED ->
          failure(ErrorKind.OTHER, code, "the request failed");
    };
  }

  private static ZooKeeperFailure failure(ErrorKind kind, Code code, String handler) {
    return new ZooKeeperFailure(kind, code.name() + ": " + handler);
  }

  /** Completes an operation. */
  public void tell(Completion completion) {
    completion.failed(kind, message);
  }
}
