package io.kvbench.runner.cluster.server;

import com.sun.management.OperatingSystemMXBean;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterSettings;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The JVM that a ZooKeeper server runs in. */
public final class ZooKeeperJvm {
  private static final long MEBI = 1L << 20;
  private static final Pattern SPACES = Pattern.compile("\\s+");

  private ZooKeeperJvm() {}

  /** Returns the Java that runs kvbench. */
  public static String program() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Returns the options that every server gets; those of the user come last, so that they win. */
  public static List<String> options(Settings settings) {
    int nodes = settings.get(ClusterSettings.NODES);
    List<String> options =
        new ArrayList<>(
            List.of(
                "-Xmx"
                    + settings
                        .find(ZooKeeperSettings.HEAP_SIZE)
                        .orElseGet(() -> defaultHeap(nodes)),
                // A server without memory would go on answering some requests, after seconds each.
                "-XX:+ExitOnOutOfMemoryError",
                // Pauses belong into the server's log, with the zone of their times.
                "-Xlog:gc:stdout:utctime",
                "-Djute.maxbuffer=" + settings.get(ZooKeeperSettings.MAX_BUFFER),
                "-Dzookeeper.jmx.log4j.disable=true"));
    options.addAll(ofUser(settings));
    return options;
  }

  /** Returns the options that only the user's settings ask for. */
  public static List<String> ofUser(Settings settings) {
    return Stream.concat(
            settings.find(ZooKeeperSettings.INITIAL_HEAP_SIZE).map(size -> "-Xms" + size).stream(),
            settings.find(ZooKeeperSettings.FLAGS).stream().flatMap(SPACES::splitAsStream))
        .filter(word -> !word.isEmpty())
        .toList();
  }

  static String defaultHeap(int nodes) {
    OperatingSystemMXBean machine =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long share = machine.getTotalMemorySize() / 2 / nodes / MEBI;
    return Math.clamp(share, 512, 8192) + "m";
  }
}
