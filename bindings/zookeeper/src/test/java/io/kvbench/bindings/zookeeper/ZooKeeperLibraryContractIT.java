package io.kvbench.bindings.zookeeper;

import io.kvbench.testkit.contract.ServedContract;
import io.kvbench.testkit.contract.ServerSubject;

/** The contract tests on real servers, through the client library. */
class ZooKeeperLibraryContractIT extends ServedContract {
  @Override
  protected ServerSubject subject() {
    return new ZooKeeperSubject("library");
  }
}
