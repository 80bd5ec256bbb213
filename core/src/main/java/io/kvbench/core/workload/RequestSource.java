package io.kvbench.core.workload;

import io.kvbench.core.operation.Request;

/**
 * The endless sequence of requests of one client. Used by one thread; a pure function of the
 * workload, the seed, the client's index and the number of clients, whatever the store answers and
 * however fast.
 */
@FunctionalInterface
public interface RequestSource {

  /** Returns the next request. */
  Request next();
}
