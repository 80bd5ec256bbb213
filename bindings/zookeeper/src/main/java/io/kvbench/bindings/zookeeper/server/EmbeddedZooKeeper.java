package io.kvbench.bindings.zookeeper.server;

import io.kvbench.core.server.EmbeddedServer;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.ServerSecurity;
import io.kvbench.core.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.Version;

/**
 * The ZooKeeper server of the client library's jar.
 *
 * @param security the TLS files and users
 */
record EmbeddedZooKeeper(ServerSecurity security) implements EmbeddedServer {
  static final String LOGGING = "kvbench-zookeeper-node-logback.xml";

  @Override
  public Map<String, String> needed() {
    return Map.of(
        "org.apache.zookeeper.server.ZooKeeperServer",
        "org.apache.zookeeper:zookeeper",
        "com.codahale.metrics.Reservoir",
        "io.dropwizard.metrics:metrics-core",
        "org.xerial.snappy.SnappyInputStream",
        "org.xerial.snappy:snappy-java");
  }

  @Override
  public String version() {
    return Version.getVersion();
  }

  @Override
  public ServerCommand command(ServerNode node, List<ServerNode> all, Settings settings) {
    List<String> arguments = new ArrayList<>();
    arguments.add(ZooKeeperJvm.GC_LOG);
    arguments.add("-Dzookeeper.jmx.log4j.disable=true");
    arguments.addAll(ZooKeeperJvm.options(all.size(), node.memoryBytes(), settings));
    arguments.addAll(ZooKeeperSecurity.options(security, node));
    arguments.add("-Dlogback.configurationFile=" + LOGGING);
    arguments.add(ZooKeeperNode.class.getName());
    arguments.add(ZooKeeperConfiguration.path(node));
    arguments.add(node.store());
    return new ServerCommand(
        arguments, Map.of(), ZooKeeperConfiguration.files(node, all, settings, security));
  }
}
