package io.kvbench.bindings.etcd;

import io.kvbench.bindings.support.ClientLibrary;
import io.kvbench.bindings.support.TimeLimit;
import io.kvbench.core.binding.Session;
import java.util.List;

/** The binding's own connections. */
record LightConnections(List<Connection> connections, Requests requests, TimeLimit timeLimit)
    implements LoadConnections {
  @Override
  public Session openSession(int client) {
    Connection connection = connections.get(Math.floorMod(client, connections.size()));
    EtcdSession session = new EtcdSession(connection, requests, timeLimit);
    timeLimit.add(session);
    return session;
  }

  @Override
  public String clientLibrary() {
    return ClientLibrary.ofKvbench("kvbench-binding-etcd");
  }

  @Override
  public void close() {
    Connector.close(connections);
  }
}
