package io.kvbench.bindings.dengine;

import io.kvbench.testkit.ServerContract;
import io.kvbench.testkit.ServerSubject;

/** The contract on real servers. */
class DEngineContractIT extends ServerContract {
  @Override
  protected ServerSubject subject() {
    return new DEngineSubject();
  }

  /** No test here: {@code WatchedPutTest} counts operations where they arrive. */
  @Override
  public void anOperationIsSentOnce() {
    // They go to the address that servers name for their leader, past who counts on the way.
  }
}
