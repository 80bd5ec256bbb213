package io.kvbench.bindings.zookeeper;

import io.kvbench.testkit.ServerContract;
import io.kvbench.testkit.ServerSubject;

/** The contract on real servers, with the client library's transport on netty. */
class ZooKeeperContractIT extends ServerContract {
  @Override
  protected ServerSubject subject() {
    return new ZooKeeperSubject("netty");
  }
}
