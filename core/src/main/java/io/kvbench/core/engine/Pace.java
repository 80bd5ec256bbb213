package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientTimeAccount;
import io.kvbench.core.operation.Request;

/** Tells one client when to start its next request, and which it is. For the client's thread. */
interface Pace {

  /** There is no next request. */
  long END = Long.MIN_VALUE;

  /**
   * Waits until the client may start a request.
   *
   * @param account where the waiting is written down
   * @param ahead how many requests may be made ahead; 0 unless the one before was answered at once
   * @return the intended start, or {@link #END}
   */
  long next(ClientTimeAccount account, int ahead);

  /** Returns the request that is due; once for each time that {@link #next} was not the end. */
  Request request();

  /** Returns whether the request that is due had been made when the one before was sent. */
  default boolean isMadeAhead() {
    return false;
  }

  /** Returns whether there is going to be no next request; from any thread. */
  boolean isOver();

  /** Returns whether {@link #sent} is to be called. */
  default boolean isOrdered() {
    return false;
  }

  /** The request that was due has been sent, or its first operation has. */
  default void sent() {}

  /** An operation of the request before has ended in an error. */
  default void failed() {}

  /** Returns whether requests have an intended start of their own, so that they can be late. */
  boolean isPaced();
}
