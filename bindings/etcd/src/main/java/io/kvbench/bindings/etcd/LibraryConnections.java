package io.kvbench.bindings.etcd;

import io.kvbench.bindings.support.ClientLibrary;
import io.kvbench.core.binding.Session;
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
    LibraryConnection connection = connections.get(Math.floorMod(client, connections.size()));
    return new LibrarySession(connection, calls, prefixed);
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
