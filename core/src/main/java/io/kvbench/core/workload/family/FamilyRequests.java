package io.kvbench.core.workload.family;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.Request;

/**
 * One client's requests of one family. Used by one thread at a time. A class rather than an
 * interface, since calls of a class's methods are cheaper in mixes of several families.
 */
public abstract class FamilyRequests {

  /** Returns the next request of a kind, which is one of the family's. */
  public abstract Request next(OperationType kind);

  /** Clears what the previous session owned, which ended with it. */
  public void beginSession() {}

  static IllegalStateException partOnly(OperationType kind) {
    return new IllegalStateException(kind + " is only a part of another request");
  }
}
