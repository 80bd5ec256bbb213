package io.kvbench.bindings.zookeeper;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.Session;
import java.time.Duration;
import java.util.List;
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
  public OptionalLong countKeys() throws BindingException, InterruptedException {
    try {
      return OptionalLong.of(
          new Requests(connections.getFirst().handle().client(), options)
              .countRecords(ANSWER_LIMIT));
    } catch (KeeperException e) {
      throw new BindingException(
          "ZooKeeper did not count the records: " + Failure.of(e.code().intValue()).message() + ".",
          e);
    }
  }

  @Override
  public String serverVersion() throws InterruptedException {
    return Servers.version(options);
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
