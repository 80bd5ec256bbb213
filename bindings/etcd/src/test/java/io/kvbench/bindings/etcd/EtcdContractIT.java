package io.kvbench.bindings.etcd;

import io.kvbench.testkit.contract.ServerContract;
import io.kvbench.testkit.contract.ServerSubject;

/** The contract tests on real servers of the current version. */
class EtcdContractIT extends ServerContract {
  @Override
  protected ServerSubject subject() {
    return new EtcdSubject(new RealEtcd("etcd"));
  }
}
