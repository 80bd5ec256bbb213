package io.kvbench.core.workload.family;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Request;

/** One client's requests of one family. Used by one thread at a time. */
@FunctionalInterface
public interface FamilyRequests {

  /** Returns the next request of a kind, which is one of the family's. */
  Request next(OperationType kind);

  /** Clears what the previous session owned, which ended with it. */
  default void beginSession() {}
}
