package io.kvbench.bindings.etcd;

import io.kvbench.bindings.etcd.library.EtcdLibraryCalls;
import io.kvbench.bindings.etcd.library.EtcdLibraryConnection;
import io.kvbench.bindings.etcd.library.EtcdLibrarySession;
import io.kvbench.bindings.etcd.options.EtcdClientOptions;
import io.kvbench.bindings.support.ClientLibrary;
import io.kvbench.bindings.support.LoadConnections;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import java.time.Duration;
import java.util.List;

/** The connections of jetcd's client. */
record EtcdLibraryConnections(
    List<EtcdLibraryConnection> connections,
    EtcdLibraryCalls calls,
    EtcdClientOptions options,
    PendingReleases releases)
    implements LoadConnections {
  @Override
  public EtcdLibrarySession openSession(int client) {
    EtcdLibraryConnection connection = connections.get(Math.floorMod(client, connections.size()));
    return new EtcdLibrarySession(connection, calls, releases, options);
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
    return ClientLibrary.coordinates(EtcdLibraryConnections.class);
  }

  @Override
  public void close() {
    calls.close();
    connections.forEach(EtcdLibraryConnection::close);
  }
}
