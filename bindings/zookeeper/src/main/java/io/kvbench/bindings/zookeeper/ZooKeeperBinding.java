package io.kvbench.bindings.zookeeper;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.ServerState;
import io.kvbench.core.binding.Session;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Version;

/** Sessions spread over a fixed number of ZooKeeper handles. */
final class ZooKeeperBinding implements Binding {
  /** Even a loaded server answers one question within this. */
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

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
    return List.of(state());
  }

  private ServerState state() throws InterruptedException {
    try {
      long keys =
          new Requests(connections.getFirst().handle().client(), options)
              .countRecords(ANSWER_LIMIT);
      return new ServerState(
          options.connectString(),
          Optional.of(Servers.version(options)),
          false,
          OptionalLong.empty(),
          OptionalLong.of(keys),
          Map.of(),
          Optional.empty());
    } catch (KeeperException e) {
      return ServerState.silent(
          options.connectString(),
          "the records were not counted: " + Failure.of(e.code().intValue()).message());
    }
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
