package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.Operation;
import java.util.OptionalLong;

/** Carries operations out, at once and on the calling thread; may be called from many. */
interface Store {
  void perform(Operation operation, Completion completion);

  OptionalLong countKeys();
}
