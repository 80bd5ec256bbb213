package io.kvbench.bindings.memory;

import io.kvbench.testkit.contract.BindingContract;
import io.kvbench.testkit.contract.Subject;
import java.util.Map;

/** The contract tests with an artificial latency. */
class LatencyContractTest extends BindingContract {
  @Override
  protected Subject subject() {
    return new MemorySubject(Map.of("memory.latency", "1ms"));
  }
}
