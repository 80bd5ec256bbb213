package io.kvbench.bindings.memory;

import io.kvbench.testkit.BindingContract;
import io.kvbench.testkit.Subject;
import java.util.Map;

/** The contract where other threads carry operations out. */
class HandoverContractTest extends BindingContract {
  @Override
  protected Subject subject() {
    return new MemorySubject(Map.of("memory.handover", "true", "memory.handover.threads", "2"));
  }
}
