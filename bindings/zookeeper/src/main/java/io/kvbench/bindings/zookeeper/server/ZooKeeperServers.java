package io.kvbench.bindings.zookeeper.server;

import io.kvbench.bindings.zookeeper.events.ZooKeeperTelemetry;
import io.kvbench.core.server.ClientAccess;
import io.kvbench.core.server.EmbeddedServer;
import io.kvbench.core.server.HostPort;
import io.kvbench.core.server.PeerPort;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.server.ServerImage;
import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.ServerProgram;
import io.kvbench.core.server.ServerSecurity;
import io.kvbench.core.server.ServerTelemetry;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The ZooKeeper servers. They acknowledge durable writes.
 *
 * @param security the TLS files and users
 */
public record ZooKeeperServers(ServerSecurity security) implements SystemServers {
  /** The directory that the official image's script uses. */
  private static final String DATA = "/data";

  private static final Pattern MODE = Pattern.compile("^Mode: (\\w+)$", Pattern.MULTILINE);
  private static final Pattern VERSION = Pattern.compile("^Zookeeper version: ([\\d.]+)");

  /** Servers that are open to everyone. */
  public ZooKeeperServers() {
    this(ServerSecurity.NONE);
  }

  @Override
  public Optional<SystemServers> secured(ServerSecurity wanted) {
    return Optional.of(new ZooKeeperServers(wanted));
  }

  @Override
  public ClientAccess access() {
    return ZooKeeperSecurity.access(security);
  }

  @Override
  public List<Setting<?>> settings() {
    return ZooKeeperServerSettings.all();
  }

  @Override
  public Optional<String> flags(Settings settings) {
    return settings.find(ZooKeeperServerSettings.FLAGS);
  }

  @Override
  public List<Integer> ports() {
    return List.of(2181, 2888, 3888);
  }

  /** Servers tell one another their own election addresses, which later connections use. */
  @Override
  public Optional<PeerPort> peerPort() {
    return Optional.of(
        new PeerPort(
            ZooKeeperConfiguration.QUORUM, false, List.of(ZooKeeperConfiguration.ELECTION), false));
  }

  @Override
  public Optional<ServerProgram> program() {
    return Optional.of(ZooKeeperProgram.get(security));
  }

  @Override
  public Optional<ServerImage> image() {
    return Optional.of(
        new ServerImage(
            "zookeeper:3.9",
            "kvbench/zookeeper:3.9.5",
            Optional.empty(),
            DATA,
            DATA,
            "/conf",
            this::container));
  }

  /**
   * The official image's script sets its own heap size, which SERVER_JVMFLAGS overrides. The option
   * for the GC log is in a variable that Java 8, which would reject it, does not read.
   */
  private ServerCommand container(ServerNode node, List<ServerNode> all, Settings settings) {
    List<String> jvm = new ArrayList<>(ZooKeeperSecurity.options(security, node));
    jvm.addAll(ZooKeeperJvm.options(all.size(), node.memoryBytes(), settings));
    String options = String.join(" ", jvm);
    return new ServerCommand(
        List.of(),
        Map.of(
            "JAVA_TOOL_OPTIONS",
            options,
            "SERVER_JVMFLAGS",
            options,
            "JDK_JAVA_OPTIONS",
            ZooKeeperJvm.GC_LOG),
        ZooKeeperConfiguration.files(node, all, settings, security));
  }

  @Override
  public Optional<EmbeddedServer> embedded() {
    return Optional.of(new EmbeddedZooKeeper(security));
  }

  @Override
  public Optional<String> role(String endpoint, int nodes) {
    return answer(endpoint, MODE);
  }

  @Override
  public Optional<String> version(String endpoint) {
    return answer(endpoint, VERSION);
  }

  private Optional<String> answer(String endpoint, Pattern pattern) {
    return HostPort.of(endpoint)
        .over(security.trust())
        .trySay("srvr")
        .map(pattern::matcher)
        .filter(Matcher::find)
        .map(matcher -> matcher.group(1));
  }

  @Override
  public ServerTelemetry telemetry() {
    return new ZooKeeperTelemetry(security.trust());
  }
}
