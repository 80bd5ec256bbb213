package io.kvbench.bindings.consul;

import io.kvbench.testkit.ServerContract;
import io.kvbench.testkit.ServerSubject;

/** The contract tests on real servers. */
class ConsulContractIT extends ServerContract {
  @Override
  protected ServerSubject subject() {
    return new ConsulSubject();
  }
}
