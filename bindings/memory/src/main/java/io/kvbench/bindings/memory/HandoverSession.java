package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;
import org.jspecify.annotations.Nullable;

/**
 * A session that queues itself with its one operation, which saves an object for each. The queue
 * orders writing the fields before reading them.
 */
final class HandoverSession implements Session {
  private final Store store;
  private final HandoverQueue queue;
  private @Nullable Operation operation;
  private @Nullable Completion completion;

  HandoverSession(Store store, HandoverQueue queue) {
    this.store = store;
    this.queue = queue;
  }

  @Override
  public void submit(Operation submitted, Completion told) {
    operation = submitted;
    completion = told;
    if (!queue.add(this)) {
      told.failed(ErrorKind.CONNECTION_LOST, MemoryBinding.CLOSED);
    }
  }

  /** Reads both fields first: once completed, the client may submit again. */
  void perform() {
    Operation taken = operation;
    Completion told = completion;
    if (taken != null && told != null) {
      store.perform(taken, told);
    }
  }
}
