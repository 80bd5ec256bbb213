package io.kvbench.core.workload.request;

import io.kvbench.core.operation.Request;

/**
 * The endless sequence of requests of one client. Used by one thread at a time; a pure function of
 * the workload, the seed, the client's index and the number of clients, independent of the store's
 * answers and speed.
 */
@FunctionalInterface
public interface RequestSource {

  Request next();

  /**
   * Returns whether any client may send any of the requests, at any time after it was made: none
   * depends on an earlier one of the sequence.
   */
  default boolean isIndependent() {
    return false;
  }

  /**
   * Returns whether requests that were made may remain unsent without changing later ones: none
   * leaves a gap.
   */
  default boolean mayDrop() {
    return false;
  }
}
