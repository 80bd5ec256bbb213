package io.kvbench.bindings.etcd;

import io.kvbench.bindings.etcd.library.LibraryCalls;
import io.kvbench.bindings.etcd.library.LibraryConnection;
import io.kvbench.bindings.etcd.library.LibrarySession;
import io.kvbench.bindings.etcd.options.ClientOptions;
import io.kvbench.bindings.support.ClientLibrary;
import io.kvbench.bindings.support.LoadConnections;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import java.time.Duration;
import java.util.List;

/** The connections of jetcd's client. */
record LibraryConnections(
    List<LibraryConnection> connections,
    LibraryCalls calls,
    ClientOptions options,
    PendingReleases releases)
    implements LoadConnections {
  @Override
  public LibrarySession openSession(int client) {
    LibraryConnection connection = connections.get(Math.floorMod(client, connections.size()));
    return new LibrarySession(connection, calls, releases, options);
  }

  @Override
  public Watcher watch(WatcherRequest request, WatchListener listener) {
    return openSession(request.stream()).watch(request.target(), listener);
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
