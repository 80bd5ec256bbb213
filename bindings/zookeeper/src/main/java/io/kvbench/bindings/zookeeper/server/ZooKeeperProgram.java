package io.kvbench.bindings.zookeeper.server;

import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.server.ServerException;
import io.kvbench.core.server.ServerNode;
import io.kvbench.core.server.ServerProgram;
import io.kvbench.core.server.ServerSecurity;
import io.kvbench.core.setting.Settings;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The ZooKeeper program of an installed distribution. Its start script would detach the server, so
 * it is only used to find the jars; the main class runs on kvbench's own Java.
 */
final class ZooKeeperProgram {
  /** Hourly, the shortest interval that a server supports. */
  private static final String PURGE = "autopurge.snapRetainCount=3\nautopurge.purgeInterval=1\n";

  /** The logging configuration of distributions before 3.8. */
  private static final String OLD_LOGGING =
      """
      log4j.rootLogger=INFO, CONSOLE
      log4j.appender.CONSOLE=org.apache.log4j.ConsoleAppender
      log4j.appender.CONSOLE.layout=org.apache.log4j.PatternLayout
      log4j.appender.CONSOLE.layout.ConversionPattern=%d{ISO8601} %-5p [%t] %c{1} - %m%n
      """;

  private ZooKeeperProgram() {}

  static ServerProgram get(ServerSecurity security) {
    return new ServerProgram(
        "zkServer.sh",
        "https://zookeeper.apache.org/releases.html",
        List.of("ZOOKEEPER_"),
        script -> ZooKeeperHome.of(script).version(),
        (program, node, all, settings) -> command(program, node, all, settings, security));
  }

  private static ServerCommand command(
      Path program,
      ServerNode node,
      List<ServerNode> all,
      Settings settings,
      ServerSecurity security)
      throws ServerException {
    ZooKeeperHome home = ZooKeeperHome.of(program);
    if (security.tls().isPresent()) {
      home.checkTls();
    }
    Path directory = Path.of(node.directory());
    Path logback = directory.resolve("logback.xml");
    Path log4j = directory.resolve("log4j.properties");
    Map<String, String> files = ZooKeeperConfiguration.files(node, all, settings, security);
    files.merge(ZooKeeperConfiguration.path(node), PURGE, String::concat);
    files.put(logback.toString(), logging());
    files.put(log4j.toString(), OLD_LOGGING);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add(ZooKeeperJvm.GC_LOG);
    command.add("-Dzookeeper.jmx.log4j.disable=true");
    command.addAll(ZooKeeperJvm.options(all.size(), node.memoryBytes(), settings));
    command.addAll(ZooKeeperSecurity.options(security, node));
    command.add("-Dlogback.configurationFile=" + logback);
    command.add("-Dlog4j.configuration=" + log4j.toUri());
    command.add("-cp");
    command.add(home.classPath());
    command.add("org.apache.zookeeper.server.quorum.QuorumPeerMain");
    command.add(ZooKeeperConfiguration.path(node));
    return new ServerCommand(command, Map.of(), files);
  }

  private static String logging() {
    try (InputStream logging =
        ZooKeeperProgram.class.getResourceAsStream("/" + EmbeddedZooKeeper.LOGGING)) {
      return new String(Objects.requireNonNull(logging).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
