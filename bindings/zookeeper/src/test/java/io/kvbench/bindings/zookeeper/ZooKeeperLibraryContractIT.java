package io.kvbench.bindings.zookeeper;

import io.kvbench.testkit.ServedContract;
import io.kvbench.testkit.ServerSubject;

/** The contract tests on real servers, through the client library. */
class ZooKeeperLibraryContractIT extends ServedContract {
  @Override
  protected ServerSubject subject() {
    return new ZooKeeperSubject("library");
  }
}
