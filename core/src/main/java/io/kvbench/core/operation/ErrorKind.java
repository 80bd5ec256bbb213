package io.kvbench.core.operation;

/**
 * Why an operation has no definite answer, or was refused. Bindings give these, except for {@link
 * #WRONG_VALUE}, {@link #UNSENT} and {@link #BINDING_FAULT}, which only the engine gives; {@link
 * #ABANDONED} is the engine's too, and that of a session whose thread is interrupted.
 */
public enum ErrorKind implements Status {
  /** No answer within the binding's limit for one operation. */
  TIMEOUT,
  /** The connection broke, or there was none, while the operation was under way. */
  CONNECTION_LOST,
  /** The store ended the session; the client has to begin a new one. */
  SESSION_EXPIRED,
  /** The store answered that it cannot serve now: no leader, no quorum, starting up. */
  UNAVAILABLE,
  /** The store asked the client to send less. */
  THROTTLED,
  /** The store refuses this user or these credentials. */
  UNAUTHORIZED,
  /** The key or value is over a limit of the store. */
  TOO_LARGE,
  /** The store calls the operation malformed. */
  INVALID,
  /**
   * A read was answered with a value that is of no write of the key, or older than a write that was
   * acknowledged before the read ({@code dataintegrity=true}).
   */
  WRONG_VALUE,
  /** Still not answered when the phase had ended and the drain time was over. */
  ABANDONED,
  /** Due in an open loop before the phase had ended, but no client was free to send it. */
  UNSENT,
  /** The binding threw instead of completing: a defect of the binding. */
  BINDING_FAULT,
  /** Any other refusal; its message says which. */
  OTHER;

  /** Returns whether a write that ended so may have been applied all the same. */
  public boolean leavesDoubt() {
    return switch (this) {
      case TIMEOUT, CONNECTION_LOST, SESSION_EXPIRED, UNAVAILABLE -> true;
      case ABANDONED, BINDING_FAULT, OTHER -> true;
      case THROTTLED, UNAUTHORIZED, TOO_LARGE, INVALID, WRONG_VALUE, UNSENT -> false;
    };
  }

  /**
   * Returns whether the session behind the operation may have to be restored before it is of use
   * again.
   */
  public boolean breaksSession() {
    return this == CONNECTION_LOST || this == SESSION_EXPIRED;
  }
}
