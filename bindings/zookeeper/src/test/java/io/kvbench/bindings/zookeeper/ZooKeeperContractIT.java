package io.kvbench.bindings.zookeeper;

import io.kvbench.testkit.contract.ServerContract;
import io.kvbench.testkit.contract.ServerSubject;

/** The contract tests on real servers, over kvbench's own connections. */
class ZooKeeperContractIT extends ServerContract {
  @Override
  protected ServerSubject subject() {
    return new ZooKeeperSubject("light");
  }
}
