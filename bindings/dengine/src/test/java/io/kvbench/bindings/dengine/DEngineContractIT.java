package io.kvbench.bindings.dengine;

import io.kvbench.testkit.contract.ServerContract;
import io.kvbench.testkit.contract.ServerSubject;

/** The contract tests on real servers. */
class DEngineContractIT extends ServerContract {
  @Override
  protected ServerSubject subject() {
    return new DEngineSubject();
  }

  /** Not tested here: {@code DEngineWatchedPutTest} counts operations on arrival. */
  @Override
  public void anOperationIsSentOnce() {
    // They go to the address that servers report for their leader, bypassing the counting proxy.
  }
}
