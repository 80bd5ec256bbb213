package io.kvbench.bindings.zookeeper;

import io.kvbench.testkit.contract.ServerContract;
import io.kvbench.testkit.contract.ServerSubject;

/** The contract tests on a real zetcd in front of a real etcd. */
class ZetcdContractIT extends ServerContract {
  @Override
  protected ServerSubject subject() {
    return new ZetcdSubject();
  }
}
