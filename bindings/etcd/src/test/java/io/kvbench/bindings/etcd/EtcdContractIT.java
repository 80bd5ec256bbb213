package io.kvbench.bindings.etcd;

import io.kvbench.testkit.ServerContract;
import io.kvbench.testkit.ServerSubject;

/** The contract on real servers of the present version. */
class EtcdContractIT extends ServerContract {
  @Override
  protected ServerSubject subject() {
    return new EtcdSubject(new RealEtcd("etcd"));
  }
}
