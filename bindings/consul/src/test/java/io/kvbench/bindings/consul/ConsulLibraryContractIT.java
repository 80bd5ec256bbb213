package io.kvbench.bindings.consul;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.bindings.consul.options.ConsulLibrary;
import io.kvbench.bindings.support.LoadClient;
import io.kvbench.testkit.contract.ServerContract;
import io.kvbench.testkit.contract.ServerSubject;
import java.util.Map;

/** The contract tests on real servers, with all operations sent by kiwiproject's consul-client. */
class ConsulLibraryContractIT extends ServerContract {
  @Override
  protected ServerSubject subject() {
    return new ConsulSubject(LoadClient.LIBRARY, ConsulLibrary.KIWIPROJECT);
  }

  /** OkHttp retries on a broken connection, and consul-client has no way to disable that. */
  @Override
  public void anOperationIsSentOnce() {
    assertThat(
            new ConsulProvider()
                .with(ConsulProvider.CONSUL, TestConfig.settings(Map.of("client", "library")))
                .notes())
        .anyMatch(note -> note.contains("may send an operation again"));
  }
}
