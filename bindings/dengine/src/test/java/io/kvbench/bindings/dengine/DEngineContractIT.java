package io.kvbench.bindings.dengine;

import io.kvbench.testkit.ServerContract;
import io.kvbench.testkit.ServerSubject;

/** The contract on real servers. */
class DEngineContractIT extends ServerContract {
  @Override
  protected ServerSubject subject() {
    return new DEngineSubject();
  }
}
