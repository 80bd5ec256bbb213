package io.kvbench.bindings.memory;

import io.kvbench.testkit.contract.BindingContract;
import io.kvbench.testkit.contract.Subject;
import java.util.Map;

/** The contract tests with execution on other threads. */
class HandoverContractTest extends BindingContract {
  @Override
  protected Subject subject() {
    return new MemorySubject(Map.of("memory.handover", "true", "memory.handover.threads", "2"));
  }
}
