package io.kvbench.runner.cluster.server;

import com.sun.management.OperatingSystemMXBean;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterSettings;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;

/** The JVM that a ZooKeeper server runs in. */
public final class ZooKeeperJvm {
  private static final long MEBI = 1L << 20;

  private ZooKeeperJvm() {}

  /** Returns the Java that runs kvbench. */
  public static String program() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Returns the options that every server gets. */
  public static List<String> options(Settings settings) {
    int nodes = settings.get(ClusterSettings.NODES);
    return List.of(
        "-Xmx" + settings.find(ZooKeeperSettings.HEAP_SIZE).orElseGet(() -> defaultHeap(nodes)),
        // A server without memory would go on answering some requests, after seconds each.
        "-XX:+ExitOnOutOfMemoryError",
        // Pauses belong into the server's log, with the zone of their times.
        "-Xlog:gc:stdout:utctime",
        "-Djute.maxbuffer=" + settings.get(ZooKeeperSettings.MAX_BUFFER),
        "-Dzookeeper.jmx.log4j.disable=true");
  }

  static String defaultHeap(int nodes) {
    OperatingSystemMXBean machine =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long share = machine.getTotalMemorySize() / 2 / nodes / MEBI;
    return Math.clamp(share, 512, 8192) + "m";
  }
}
