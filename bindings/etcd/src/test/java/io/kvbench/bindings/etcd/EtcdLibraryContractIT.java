package io.kvbench.bindings.etcd;

import io.kvbench.bindings.support.LoadClient;
import io.kvbench.testkit.contract.ServerContract;
import io.kvbench.testkit.contract.ServerSubject;

/** The contract tests on real servers, with all operations sent by jetcd's client. */
class EtcdLibraryContractIT extends ServerContract {
  @Override
  protected ServerSubject subject() {
    return new EtcdSubject(new RealEtcd("etcd"), LoadClient.LIBRARY);
  }
}
