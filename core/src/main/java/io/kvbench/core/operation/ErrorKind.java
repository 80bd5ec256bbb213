package io.kvbench.core.operation;

/**
 * The kind of an error: why an operation has no definite answer, or was rejected. Bindings use
 * these kinds, except for {@link #WRONG_VALUE}, {@link #UNSENT} and {@link #BINDING_FAULT}, which
 * only the engine uses; {@link #ABANDONED} is used by the engine, and by a session whose thread is
 * interrupted.
 */
public enum ErrorKind implements Status {
  /** No answer within the binding's timeout for one operation. */
  TIMEOUT,
  /** The connection broke while the operation was in flight, or there was none. */
  CONNECTION_LOST,
  /** The store ended the session; the client must open a new one. */
  SESSION_EXPIRED,
  /** The store answered that it cannot serve now: no leader, no quorum, starting up. */
  UNAVAILABLE,
  /** The store throttled the client. */
  THROTTLED,
  /** The store rejected the user or the credentials. */
  UNAUTHORIZED,
  /** The key or value is over a limit of the store. */
  TOO_LARGE,
  /** The store or the binding rejected the operation as malformed or unsupported. */
  INVALID,
  /**
   * A read returned a value that no write of the key wrote, or one older than a write that was
   * acknowledged before the read ({@code dataintegrity=true}).
   */
  WRONG_VALUE,
  /** Unanswered at the end of the drain. */
  ABANDONED,
  /** Due in an open loop before the phase had ended, but no client was free to send it. */
  UNSENT,
  /** The binding threw instead of completing: a bug in the binding. */
  BINDING_FAULT,
  /** Any other failure; the message has the details. */
  OTHER;

  /**
   * Returns whether a write that failed in this way may have been applied, or may still be. A
   * binding uses the other kinds only if it is certain that the write has no effect.
   */
  public boolean leavesDoubt() {
    return switch (this) {
      case TIMEOUT, CONNECTION_LOST, SESSION_EXPIRED, UNAVAILABLE -> true;
      case ABANDONED, BINDING_FAULT, OTHER -> true;
      case THROTTLED, UNAUTHORIZED, TOO_LARGE, INVALID, WRONG_VALUE, UNSENT -> false;
    };
  }

  /**
   * Returns the kind for an operation of several requests whose write was sent before one of them
   * failed with this kind: one that leaves doubt.
   */
  public ErrorKind afterWrite() {
    return leavesDoubt() ? this : OTHER;
  }

  /** Returns whether the session may have to be recovered before it is usable again. */
  public boolean breaksSession() {
    return this == CONNECTION_LOST || this == SESSION_EXPIRED;
  }
}
