package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import java.util.List;

/** Sessions on one store. */
record MemoryBinding(Store store, Dispatch dispatch) implements Binding {
  static final String CLOSED = "the store was closed";

  @Override
  public Session openSession(int client) {
    return dispatch.openSession(client);
  }

  @Override
  public List<ServerState> servers() {
    return List.of(ServerState.of("memory", store.countKeys()));
  }

  @Override
  public String clientLibrary() {
    return "io.kvbench:kvbench-binding-memory";
  }

  @Override
  public void close() {
    dispatch.close();
  }
}
