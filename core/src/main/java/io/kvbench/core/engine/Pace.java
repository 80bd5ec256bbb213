package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientTimeAccount;
import io.kvbench.core.operation.Request;

/** The pace of one client: its next request and the start of it. For the client's thread. */
interface Pace {

  /** There is no next request. */
  long END = Long.MIN_VALUE;

  /**
   * Waits until the client may start a request.
   *
   * @param account where the waiting time is recorded
   * @param ahead how many requests may be made ahead; 0 unless the previous one was answered
   *     immediately
   * @return the intended start, or {@link #END}
   */
  long next(ClientTimeAccount account, int ahead);

  /** Returns the request that is due; called once for each {@link #next} that was not the end. */
  Request request();

  /** Returns whether the request that is due was made when the previous one was sent. */
  default boolean isMadeAhead() {
    return false;
  }

  /** Returns whether no request will follow; from any thread. */
  boolean isOver();

  /** Returns whether {@link #sent} is to be called. */
  default boolean isOrdered() {
    return false;
  }

  /** The due request has been sent, or its first operation has. */
  default void sent() {}

  /** An operation of the previous request has failed. */
  default void failed() {}

  /** Returns whether requests have intended starts of their own, so that they can be late. */
  boolean isPaced();
}
