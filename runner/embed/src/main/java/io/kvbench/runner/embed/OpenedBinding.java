package io.kvbench.runner.embed;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.KeySpace;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/** The provider of a binding that the caller has opened, and will close. */
record OpenedBinding(SystemDescriptor system, Binding binding) implements BindingProvider {
  @Override
  public List<SystemDescriptor> systems() {
    return List.of(system);
  }

  @Override
  public Binding open(SystemDescriptor asked, BindingConfig config) {
    return new Lent(binding);
  }

  /** A view of the binding that ignores close. */
  private record Lent(Binding binding) implements Binding {
    @Override
    public Session openSession(int client) throws BindingException {
      return binding.openSession(client);
    }

    @Override
    public long awaitReleases(Duration limit) throws InterruptedException {
      return binding.awaitReleases(limit);
    }

    @Override
    public Watcher watch(WatcherRequest request, WatchListener listener) throws BindingException {
      return binding.watch(request, listener);
    }

    @Override
    public KeySpace keySpace() throws BindingException {
      return binding.keySpace();
    }

    @Override
    public List<ServerState> servers() throws InterruptedException {
      return binding.servers();
    }

    @Override
    public boolean recordsExpire() {
      return binding.recordsExpire();
    }

    @Override
    public OptionalLong connectionsOpened() {
      return binding.connectionsOpened();
    }

    @Override
    public String clientLibrary() {
      return binding.clientLibrary();
    }

    @Override
    public void close() {}
  }
}
