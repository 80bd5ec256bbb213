package io.kvbench.bindings.zookeeper.server;

import io.kvbench.bindings.zookeeper.events.ZooKeeperTelemetry;
import io.kvbench.core.server.EmbeddedServer;
import io.kvbench.core.server.HostPort;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.server.ServerImage;
import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.ServerProgram;
import io.kvbench.core.server.ServerTelemetry;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** ZooKeeper's servers. They acknowledge what is on disk. */
public final class ZooKeeperServers implements SystemServers {
  /** Where the official image's script looks. */
  private static final String DATA = "/data";

  private static final Pattern MODE = Pattern.compile("^Mode: (\\w+)$", Pattern.MULTILINE);
  private static final Pattern VERSION = Pattern.compile("^Zookeeper version: ([\\d.]+)");

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

  @Override
  public Optional<ServerProgram> program() {
    return Optional.of(ZooKeeperProgram.get());
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
            ZooKeeperServers::container));
  }

  /**
   * The official image's script sets a heap of its own, which SERVER_JVMFLAGS overrules. The option
   * for the log of pauses is in a variable that Java 8, which would refuse it, does not read.
   */
  private static ServerCommand container(
      ServerNode node, List<ServerNode> all, Settings settings, OptionalLong memoryBytes) {
    String options = String.join(" ", ZooKeeperJvm.options(all.size(), memoryBytes, settings));
    return new ServerCommand(
        List.of(),
        Map.of(
            "JAVA_TOOL_OPTIONS",
            options,
            "SERVER_JVMFLAGS",
            options,
            "JDK_JAVA_OPTIONS",
            ZooKeeperJvm.GC_LOG),
        ZooKeeperConfiguration.files(node, all, settings));
  }

  @Override
  public Optional<EmbeddedServer> embedded() {
    return Optional.of(new EmbeddedZooKeeper());
  }

  @Override
  public Optional<String> role(String endpoint, int nodes) {
    return answer(endpoint, MODE);
  }

  @Override
  public Optional<String> version(String endpoint) {
    return answer(endpoint, VERSION);
  }

  private static Optional<String> answer(String endpoint, Pattern pattern) {
    return HostPort.of(endpoint)
        .trySay("srvr")
        .map(pattern::matcher)
        .filter(Matcher::find)
        .map(matcher -> matcher.group(1));
  }

  @Override
  public ServerTelemetry telemetry() {
    return new ZooKeeperTelemetry();
  }
}
