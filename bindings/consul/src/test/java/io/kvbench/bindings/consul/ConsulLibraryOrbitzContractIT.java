package io.kvbench.bindings.consul;

import io.kvbench.bindings.consul.options.ConsulLibrary;
import io.kvbench.bindings.support.LoadClient;
import io.kvbench.testkit.contract.ServerSubject;

/** The same contract tests with the archived library, which is selectable. */
class ConsulLibraryOrbitzContractIT extends ConsulLibraryContractIT {
  @Override
  protected ServerSubject subject() {
    return new ConsulSubject(LoadClient.LIBRARY, ConsulLibrary.ORBITZ);
  }
}
