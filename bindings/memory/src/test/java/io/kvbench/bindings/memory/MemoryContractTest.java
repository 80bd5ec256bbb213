package io.kvbench.bindings.memory;

import io.kvbench.testkit.contract.BindingContract;
import io.kvbench.testkit.contract.Subject;
import java.util.Map;

/** The contract tests with immediate execution on the client's own thread. */
class MemoryContractTest extends BindingContract {
  @Override
  protected Subject subject() {
    return new MemorySubject(Map.of());
  }
}
