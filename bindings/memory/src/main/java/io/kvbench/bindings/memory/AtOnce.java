package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Session;

/** On the client's own thread, before submitting returns. */
record AtOnce(Store store) implements Dispatch {
  @Override
  public Session openSession(int client) {
    return store::perform;
  }

  @Override
  public void close() {}
}
