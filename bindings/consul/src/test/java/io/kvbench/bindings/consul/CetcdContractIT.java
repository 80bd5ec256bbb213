package io.kvbench.bindings.consul;

import io.kvbench.testkit.contract.ServerContract;
import io.kvbench.testkit.contract.ServerSubject;

/** The contract tests on a real cetcd in front of a real etcd, if one is installed. */
class CetcdContractIT extends ServerContract {
  @Override
  protected ServerSubject subject() {
    return CetcdSubject.real();
  }
}
