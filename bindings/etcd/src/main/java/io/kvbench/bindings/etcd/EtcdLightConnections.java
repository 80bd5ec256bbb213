package io.kvbench.bindings.etcd;

import io.kvbench.bindings.etcd.light.EtcdConnection;
import io.kvbench.bindings.etcd.light.EtcdSession;
import io.kvbench.bindings.etcd.light.EtcdWatchStream;
import io.kvbench.bindings.etcd.operation.EtcdRequests;
import io.kvbench.bindings.support.ClientLibrary;
import io.kvbench.bindings.support.LoadConnections;
import io.kvbench.bindings.support.PendingReleases;
import io.kvbench.bindings.support.TimeLimit;
import io.kvbench.core.binding.Session;
import io.kvbench.core.binding.WatchListener;
import io.kvbench.core.binding.Watcher;
import io.kvbench.core.binding.WatcherRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/** The connections of the light client. */
record EtcdLightConnections(
    List<EtcdConnection> connections,
    EtcdRequests requests,
    TimeLimit timeLimit,
    PendingReleases releases,
    Map<Integer, EtcdWatchStream> streams)
    implements LoadConnections {
  EtcdLightConnections(
      List<EtcdConnection> connections, EtcdRequests requests, TimeLimit timeLimit) {
    this(connections, requests, timeLimit, new PendingReleases(), new ConcurrentHashMap<>());
  }

  @Override
  public Session openSession(int client) {
    EtcdConnection connection = connection(client);
    EtcdSession session = new EtcdSession(connection, requests, timeLimit, releases, client);
    timeLimit.add(session);
    return session;
  }

  private EtcdConnection connection(int number) {
    return connections.get(Math.floorMod(number, connections.size()));
  }

  @Override
  public Watcher watch(WatcherRequest request, WatchListener listener) {
    return streams
        .computeIfAbsent(
            request.stream(), stream -> new EtcdWatchStream(connection(stream), requests))
        .add(request.target(), listener);
  }

  @Override
  public long awaitReleases(Duration limit) throws InterruptedException {
    return releases.await(limit);
  }

  @Override
  public OptionalLong openings() {
    return OptionalLong.of(connections.stream().mapToLong(EtcdConnection::openings).sum());
  }

  @Override
  public String clientLibrary() {
    return ClientLibrary.ofKvbench("kvbench-binding-etcd");
  }

  @Override
  public void close() {
    EtcdConnector.close(connections);
  }
}
