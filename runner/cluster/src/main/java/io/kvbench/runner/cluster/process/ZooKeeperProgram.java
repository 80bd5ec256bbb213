package io.kvbench.runner.cluster.process;

import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.server.FourLetterWord;
import io.kvbench.runner.cluster.server.ZooKeeperFiles;
import io.kvbench.runner.cluster.server.ZooKeeperJvm;
import io.kvbench.runner.cluster.server.ZooKeeperPlan;
import io.kvbench.runner.cluster.server.ZooKeeperSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * ZooKeeper from an installed distribution. Its start script would detach the server, so the script
 * only shows where the jars are; the main class is run on the Java that runs kvbench.
 */
final class ZooKeeperProgram implements ServerProgram {
  private static final String LOGGING = "/kvbench-zookeeper-node-logback.xml";

  /** What distributions before 3.8 log with. */
  private static final String OLD_LOGGING =
      """
      log4j.rootLogger=INFO, CONSOLE
      log4j.appender.CONSOLE=org.apache.log4j.ConsoleAppender
      log4j.appender.CONSOLE.layout=org.apache.log4j.PatternLayout
      log4j.appender.CONSOLE.layout.ConversionPattern=%d{ISO8601} %-5p [%t] %c{1} - %m%n
      """;

  @Override
  public String system() {
    return "zookeeper";
  }

  @Override
  public List<Setting<?>> settings() {
    return ZooKeeperSettings.all();
  }

  @Override
  public List<String> files() {
    return List.of("zkServer.sh");
  }

  @Override
  public String source() {
    return "https://zookeeper.apache.org/releases.html";
  }

  @Override
  public int ports() {
    return ZooKeeperPlan.PORTS;
  }

  @Override
  public String version(FoundProgram found) throws ClusterException {
    return ZooKeeperHome.of(found.server()).version();
  }

  @Override
  public Optional<String> flags(Settings settings) {
    return settings.find(ZooKeeperSettings.FLAGS);
  }

  @Override
  public List<List<String>> prepare(
      ProcessPlan node, List<ProcessPlan> cluster, FoundProgram found, Settings settings)
      throws IOException, ClusterException {
    ZooKeeperPlan plan = plan(node);
    ZooKeeperFiles.write(plan, cluster.stream().map(ZooKeeperProgram::plan).toList(), settings);
    // Once an hour is as often as a server does it by itself.
    Files.writeString(
        plan.configuration(),
        "autopurge.snapRetainCount=3\nautopurge.purgeInterval=1\n",
        StandardOpenOption.APPEND);
    Path logback = node.directory().resolve("logback.xml");
    try (InputStream logging = ZooKeeperProgram.class.getResourceAsStream(LOGGING)) {
      Files.write(logback, logging == null ? new byte[0] : logging.readAllBytes());
    }
    Path log4j = node.directory().resolve("log4j.properties");
    Files.writeString(log4j, OLD_LOGGING);
    List<String> command = new ArrayList<>(List.of(ZooKeeperJvm.program()));
    command.addAll(ZooKeeperJvm.options(settings));
    command.add("-Dlogback.configurationFile=" + logback);
    command.add("-Dlog4j.configuration=" + log4j.toUri());
    command.add("-cp");
    command.add(ZooKeeperHome.of(found.server()).classPath());
    command.add("org.apache.zookeeper.server.quorum.QuorumPeerMain");
    command.add(plan.configuration().toString());
    return List.of(command);
  }

  private static ZooKeeperPlan plan(ProcessPlan node) {
    return new ZooKeeperPlan(
        node.id(), node.directory(), node.ports().get(0), node.ports().get(1), node.ports().get(2));
  }

  @Override
  public boolean isServing(ProcessPlan node, int nodes) {
    return role(node, nodes).isPresent();
  }

  @Override
  public Optional<String> role(ProcessPlan node, int nodes) {
    return FourLetterWord.role(node.ports().getFirst());
  }
}
