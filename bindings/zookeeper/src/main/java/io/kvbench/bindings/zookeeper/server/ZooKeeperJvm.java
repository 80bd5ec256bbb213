package io.kvbench.bindings.zookeeper.server;

import com.sun.management.OperatingSystemMXBean;
import io.kvbench.core.server.ServerCommand;
import io.kvbench.core.setting.Settings;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The options of the JVM that a server runs in. */
final class ZooKeeperJvm {
  /** Pauses are logged to the server's log, in UTC. */
  static final String GC_LOG = "-Xlog:gc:stdout:utctime";

  private static final long MEBI = 1L << 20;

  private ZooKeeperJvm() {}

  /**
   * Returns the options of every server; the user's own come last, so that they override.
   *
   * @param memoryBytes the limit of the server's memory, if it has one
   */
  static List<String> options(int nodes, OptionalLong memoryBytes, Settings settings) {
    return Stream.of(
            Stream.of(
                "-Xmx"
                    + settings
                        .find(ZooKeeperServerSettings.HEAP_SIZE)
                        .orElseGet(() -> defaultHeap(nodes, memoryBytes)),
                // Without memory, a server would continue to answer some requests, after seconds
                // each.
                "-XX:+ExitOnOutOfMemoryError",
                "-Djute.maxbuffer=" + settings.get(ZooKeeperServerSettings.MAX_BUFFER)),
            settings
                .find(ZooKeeperServerSettings.INITIAL_HEAP_SIZE)
                .map(size -> "-Xms" + size)
                .stream(),
            ServerCommand.words(settings.find(ZooKeeperServerSettings.FLAGS)).stream())
        .flatMap(each -> each)
        .toList();
  }

  /** Three quarters of the limit; without one, a share of half the machine's memory. */
  static String defaultHeap(int nodes, OptionalLong memoryBytes) {
    if (memoryBytes.isPresent()) {
      return memoryBytes.getAsLong() * 3 / 4 / MEBI + "m";
    }
    OperatingSystemMXBean machine =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return Math.clamp(machine.getTotalMemorySize() / 2 / nodes / MEBI, 512, 8192) + "m";
  }
}
