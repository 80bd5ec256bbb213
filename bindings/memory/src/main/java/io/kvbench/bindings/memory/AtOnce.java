package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Completion;
import io.kvbench.core.binding.Session;
import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.operation.Operation;

/** On the client's own thread, before submitting returns. */
final class AtOnce implements Dispatch {
  private final Store store;
  private volatile boolean closed;

  AtOnce(Store store) {
    this.store = store;
  }

  @Override
  public Session openSession(int client) {
    return this::perform;
  }

  private void perform(Operation operation, Completion completion) {
    if (closed) {
      completion.failed(ErrorKind.CONNECTION_LOST, MemoryBinding.CLOSED);
    } else {
      store.perform(operation, completion);
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
