package io.kvbench.bindings.consul;

import io.kvbench.testkit.contract.ServerContract;
import io.kvbench.testkit.contract.ServerSubject;

/** The contract tests on real servers. */
class ConsulContractIT extends ServerContract {
  @Override
  protected ServerSubject subject() {
    return new ConsulSubject();
  }
}
