package io.kvbench.bindings.zookeeper;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import java.util.List;
import org.apache.zookeeper.Version;

/** Sessions spread over a fixed number of ZooKeeper handles. */
final class ZooKeeperBinding implements Binding {
  private final List<Connection> connections;
  private final ClientOptions options;
  private final RecordPaths paths;

  private ZooKeeperBinding(List<Connection> connections, ClientOptions options) {
    this.connections = connections;
    this.options = options;
    this.paths = new RecordPaths(options.root());
  }

  static Binding open(ClientOptions options, BindingConfig config)
      throws BindingException, InterruptedException {
    return new ZooKeeperBinding(
        Connections.open(options, config.connections(), config.connectTimeout()), options);
  }

  @Override
  public Session openSession(int client) {
    return new ZooKeeperSession(
        connections.get(Math.floorMod(client, connections.size())), options, paths);
  }

  @Override
  public List<ServerState> servers() throws InterruptedException {
    return ServerQuery.all(options);
  }

  @Override
  public String clientLibrary() {
    return "org.apache.zookeeper:zookeeper:" + Version.getVersion();
  }

  @Override
  public void close() {
    Connections.close(connections);
  }
}
