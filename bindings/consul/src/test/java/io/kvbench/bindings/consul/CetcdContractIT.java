package io.kvbench.bindings.consul;

import io.kvbench.testkit.ServerContract;
import io.kvbench.testkit.ServerSubject;

/** The contract on a real cetcd before a real etcd, where one is installed. */
class CetcdContractIT extends ServerContract {
  @Override
  protected ServerSubject subject() {
    return CetcdSubject.real();
  }
}
