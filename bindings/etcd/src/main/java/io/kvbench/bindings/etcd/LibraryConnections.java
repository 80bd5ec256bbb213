package io.kvbench.bindings.etcd;

import io.kvbench.bindings.support.ClientLibrary;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import java.util.List;

/**
 * Clients of jetcd's.
 *
 * @param prefixed whether keys have a prefix, which is jetcd's namespace
 */
record LibraryConnections(List<LibraryConnection> connections, LibraryCalls calls, boolean prefixed)
    implements LoadConnections {
  @Override
  public Session openSession(int client) {
    return session(client);
  }

  private LibrarySession session(int number) {
    LibraryConnection connection = connections.get(Math.floorMod(number, connections.size()));
    return new LibrarySession(connection, calls, prefixed);
  }

  @Override
  public Watcher watch(WatcherRequest request, WatchListener listener) {
    return session(request.stream()).watch(request.target(), listener);
  }

  @Override
  public String clientLibrary() {
    return ClientLibrary.coordinates(EtcdBinding.class);
  }

  @Override
  public void close() {
    calls.close();
    connections.forEach(LibraryConnection::close);
  }
}
