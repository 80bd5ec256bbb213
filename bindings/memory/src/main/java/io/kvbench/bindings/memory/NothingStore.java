package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.Outcome;
import java.util.OptionalLong;

/** Does nothing and calls it done. */
final class NothingStore implements Store {
  @Override
  public void perform(Operation operation, Completion completion) {
    completion.succeeded(Outcome.OK);
  }

  @Override
  public OptionalLong countKeys() {
    return OptionalLong.empty();
  }
}
