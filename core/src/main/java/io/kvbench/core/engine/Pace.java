package io.kvbench.core.engine;

import io.kvbench.core.measure.ClientTimeAccount;

/** Tells one client when to start its next request. For the client's thread. */
interface Pace {

  /** There is no next request. */
  long END = Long.MIN_VALUE;

  /**
   * Waits until the client may start a request.
   *
   * @param account where the waiting is written down
   * @return the intended start, or {@link #END}
   */
  long next(ClientTimeAccount account);

  /** Returns whether requests have an intended start of their own, so that they can be late. */
  boolean isPaced();
}
