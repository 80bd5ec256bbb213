package io.kvbench.bindings.etcd;

import io.kvbench.testkit.contract.ServerContract;
import io.kvbench.testkit.contract.ServerSubject;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;

/** The contract tests on real servers of other versions. */
@Tag("matrix")
class EtcdVersionsContractIT {
  /** The contract tests on version 3.5. */
  @Nested
  class Etcd35 extends ServerContract {
    @Override
    protected ServerSubject subject() {
      return new EtcdSubject(new RealEtcd("etcd-3.5"));
    }
  }

  /** The contract tests on version 3.7. */
  @Nested
  class Etcd37 extends ServerContract {
    @Override
    protected ServerSubject subject() {
      return new EtcdSubject(new RealEtcd("etcd-3.7"));
    }
  }
}
