package io.kvbench.bindings.zookeeper;

import io.kvbench.testkit.ServerContract;
import io.kvbench.testkit.ServerSubject;

/** The contract on real servers, with the client library's transport on nio. */
class ZooKeeperNioContractIT extends ServerContract {
  @Override
  protected ServerSubject subject() {
    return new ZooKeeperSubject("nio");
  }
}
