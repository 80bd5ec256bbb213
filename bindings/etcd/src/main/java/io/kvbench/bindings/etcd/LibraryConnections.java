package io.kvbench.bindings.etcd;

import io.kvbench.bindings.etcd.library.LibraryCalls;
import io.kvbench.bindings.etcd.library.LibraryConnection;
import io.kvbench.bindings.etcd.library.LibrarySession;
import io.kvbench.bindings.support.ClientLibrary;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import java.time.Duration;
import java.util.List;

/**
 * The connections of jetcd's client.
 *
 * @param prefix the length of the keys' prefix, which is jetcd's namespace
 * @param previous whether watchers' events include the records before the writes
 * @param transactions whether ranges and writes are sent in transactions of their own
 */
record LibraryConnections(
    List<LibraryConnection> connections,
    LibraryCalls calls,
    PendingReleases releases,
    int prefix,
    boolean previous,
    boolean transactions)
    implements LoadConnections {
  @Override
  public Session openSession(int client) {
    return session(client);
  }

  private LibrarySession session(int number) {
    LibraryConnection connection = connections.get(Math.floorMod(number, connections.size()));
    return new LibrarySession(connection, calls, releases, prefix, previous, transactions);
  }

  @Override
  public Watcher watch(WatcherRequest request, WatchListener listener) {
    return session(request.stream()).watch(request.target(), listener);
  }

  @Override
  public long awaitReleases(Duration limit) throws InterruptedException {
    return releases.await(limit);
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
