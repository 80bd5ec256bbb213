package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Session;

/** The way of operations to the store: on whose thread they are carried out, and when. */
interface Dispatch extends AutoCloseable {
  Session openSession(int client);

  /** Returns when everything that is under way has been answered. */
  @Override
  void close();
}
