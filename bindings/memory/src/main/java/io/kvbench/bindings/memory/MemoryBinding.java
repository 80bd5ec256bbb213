package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import java.util.List;
import java.util.OptionalLong;

/** A binding whose sessions share one store. */
record MemoryBinding(Store store, Dispatch dispatch) implements Binding {
  private static final String NAME = "memory";

  @Override
  public Session openSession(int client) {
    return dispatch.openSession(client);
  }

  @Override
  public Watcher watch(WatcherRequest request, WatchListener listener) throws BindingException {
    return store.watch(request, listener);
  }

  @Override
  public List<ServerState> servers() {
    OptionalLong keys = store.countKeys();
    return List.of(
        keys.isPresent()
            ? ServerState.of(NAME, keys)
            : ServerState.uncounted(NAME, "this store keeps no records"));
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
