package io.kvbench.docker;

import com.sun.management.OperatingSystemMXBean;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.server.FourLetterWord;
import io.kvbench.runner.cluster.server.ZooKeeperJvm;
import io.kvbench.runner.cluster.server.ZooKeeperSettings;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** ZooKeeper: a configuration file, and a file with its number. */
record ZooKeeperServer() implements ServerKind {
  private static final long MEBI = 1L << 20;

  /** In a variable that Java 8, which would refuse the option, does not read. */
  private static final String GC_LOG = "-Xlog:gc:stdout:utctime";

  private static final Pattern VERSION = Pattern.compile("^Zookeeper version: ([\\d.]+)");

  @Override
  public String name() {
    return "zookeeper";
  }

  @Override
  public String officialImage() {
    return "zookeeper:3.9";
  }

  @Override
  public String localImage() {
    return "kvbench/zookeeper:3.9.5";
  }

  @Override
  public int clientPort() {
    return 2181;
  }

  @Override
  public String store() {
    return "/data";
  }

  @Override
  public Optional<String> program() {
    return Optional.empty();
  }

  @Override
  public List<String> arguments(NodePlan node, List<NodePlan> all, Settings settings) {
    return List.of();
  }

  /** The official image's script sets a heap of its own, and lets SERVER_JVMFLAGS overrule it. */
  @Override
  public Map<String, String> environment(int nodes, Settings settings) {
    String options =
        "-Xmx"
            + settings
                .find(ZooKeeperSettings.HEAP_SIZE)
                .orElseGet(() -> defaultHeap(nodes, settings))
            + " -Djute.maxbuffer="
            + settings.get(ZooKeeperSettings.MAX_BUFFER)
            + " -XX:+ExitOnOutOfMemoryError"
            + ZooKeeperJvm.ofUser(settings).stream()
                .map(option -> " " + option)
                .collect(Collectors.joining());
    return Map.of(
        "JAVA_TOOL_OPTIONS", options, "SERVER_JVMFLAGS", options, "JDK_JAVA_OPTIONS", GC_LOG);
  }

  /** Three quarters of the container's memory; without a limit, a share of half the machine's. */
  static String defaultHeap(int nodes, Settings settings) {
    Optional<Long> limit = settings.find(DockerSettings.MEMORY);
    if (limit.isPresent()) {
      return limit.get() * 3 / 4 / MEBI + "m";
    }
    long machine =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    return Math.clamp(machine / 2 / nodes / MEBI, 512, 8192) + "m";
  }

  @Override
  public Map<String, String> files(NodePlan node, List<NodePlan> all, Settings settings) {
    List<String> lines = new ArrayList<>();
    lines.add("dataDir=" + store());
    lines.add("clientPort=" + clientPort());
    lines.add("tickTime=" + settings.get(ZooKeeperSettings.TICK_TIME));
    lines.add("initLimit=" + settings.get(ZooKeeperSettings.INIT_LIMIT));
    lines.add("syncLimit=" + settings.get(ZooKeeperSettings.SYNC_LIMIT));
    lines.add("snapCount=" + settings.get(ZooKeeperSettings.SNAP_COUNT));
    lines.add("maxClientCnxns=" + settings.get(ZooKeeperSettings.MAX_CLIENT_CONNECTIONS));
    lines.add("admin.enableServer=false");
    lines.add("4lw.commands.whitelist=srvr,stat,mntr,ruok,conf,isro");
    if (all.size() > 1) {
      for (NodePlan each : all) {
        lines.add("server." + each.number() + "=" + each.name() + ":2888:3888");
      }
    }
    return Map.of(
        "/conf/zoo.cfg", String.join("\n", lines) + "\n", store() + "/myid", node.number() + "\n");
  }

  @Override
  public boolean isServing(NodePlan node, int nodes) {
    return role(node, nodes).isPresent();
  }

  @Override
  public Optional<String> role(NodePlan node, int nodes) {
    return FourLetterWord.role(node.port());
  }

  @Override
  public Optional<String> version(NodePlan node) {
    return Question.word(node.port(), "srvr")
        .map(VERSION::matcher)
        .filter(Matcher::find)
        .map(matcher -> matcher.group(1));
  }
}
