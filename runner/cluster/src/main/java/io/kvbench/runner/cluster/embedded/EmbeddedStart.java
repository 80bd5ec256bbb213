package io.kvbench.runner.cluster.embedded;

import com.sun.management.OperatingSystemMXBean;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterSettings;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Brings up the servers of one cluster, or leaves nothing behind. */
final class EmbeddedStart {
  /** How often to try with other ports when chosen ones turn out to be taken. */
  private static final int ATTEMPTS = 4;

  private static final long POLL_MILLIS = 50;

  private static final long MEBI = 1L << 20;

  /** Somebody took a port between its choice and its use. */
  private static final class PortTaken extends Exception {
    private static final long serialVersionUID = 1L;

    PortTaken(String node) {
      super(node);
    }
  }

  private final Settings settings;
  private final int count;
  private final boolean keep;
  private final Optional<List<Integer>> fixedPorts;

  EmbeddedStart(Settings settings) {
    this.settings = settings;
    this.count = settings.get(ClusterSettings.NODES);
    this.keep = settings.get(ClusterSettings.KEEP);
    this.fixedPorts = settings.find(ClusterSettings.PORTS).flatMap(EmbeddedProvider::parsePorts);
  }

  Cluster run() throws ClusterException, InterruptedException {
    for (int attempt = 1; true; attempt++) {
      try {
        return attempt();
      } catch (PortTaken e) {
        if (fixedPorts.isPresent()) {
          Ports.checkFree(fixedPorts.get());
        }
        if (attempt == ATTEMPTS) {
          throw new ClusterException(
              "ZooKeeper was not started: ports on "
                  + NodePlan.HOST
                  + " that were free were taken by somebody else, "
                  + ATTEMPTS
                  + " times. Set cluster.ports.",
              e);
        }
      }
    }
  }

  private Cluster attempt() throws ClusterException, InterruptedException, PortTaken {
    if (fixedPorts.isPresent()) {
      Ports.checkFree(fixedPorts.get());
    }
    Path directory = Directories.create(settings);
    List<NodeProcess> nodes = new ArrayList<>();
    boolean started = false;
    try {
      for (NodePlan plan : prepare(directory)) {
        nodes.add(NodeProcess.start(plan, jvmOptions(), keep));
      }
      awaitServing(nodes);
      started = true;
      return new EmbeddedCluster(directory, nodes, keep);
    } catch (IOException e) {
      throw new ClusterException("ZooKeeper was not started: " + e.getMessage() + ".", e);
    } finally {
      if (!started) {
        nodes.forEach(NodeProcess::kill);
        new EmbeddedCluster(directory, nodes, false).close();
      }
    }
  }

  private List<NodePlan> prepare(Path directory) throws ClusterException, IOException {
    List<Integer> ports = Ports.free(3 * count);
    List<NodePlan> plans = new ArrayList<>();
    for (int index = 0; index < count; index++) {
      int at = index;
      plans.add(
          new NodePlan(
              index + 1,
              directory.resolve("node" + (index + 1)),
              fixedPorts.map(fixed -> fixed.get(at)).orElse(ports.get(3 * index)),
              ports.get(3 * index + 1),
              ports.get(3 * index + 2)));
    }
    for (NodePlan plan : plans) {
      NodeFiles.write(plan, plans, settings);
    }
    return plans;
  }

  private List<String> jvmOptions() {
    return List.of(
        "-Xmx" + settings.find(EmbeddedSettings.HEAP_SIZE).orElseGet(() -> defaultHeap(count)),
        // A server without memory would go on answering some requests, after seconds each.
        "-XX:+ExitOnOutOfMemoryError",
        "-Djute.maxbuffer=" + settings.get(EmbeddedSettings.MAX_BUFFER),
        "-Dzookeeper.jmx.log4j.disable=true");
  }

  static String defaultHeap(int nodes) {
    OperatingSystemMXBean machine =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    long share = machine.getTotalMemorySize() / 2 / nodes / MEBI;
    return Math.clamp(share, 512, 8192) + "m";
  }

  private void awaitServing(List<NodeProcess> nodes)
      throws ClusterException, InterruptedException, PortTaken {
    Duration limit = settings.get(ClusterSettings.START_TIMEOUT);
    long deadline = System.nanoTime() + limit.toNanos();
    List<NodeProcess> waiting = new ArrayList<>(nodes);
    while (true) {
      waiting.removeIf(NodeProcess::isServing);
      if (waiting.isEmpty()) {
        return;
      }
      NodeProcess node = waiting.getFirst();
      for (NodeProcess each : waiting) {
        if (each.lostItsPort()) {
          throw new PortTaken(each.name());
        }
        if (!each.isAlive()) {
          throw new ClusterException(complaint(each, "ended while it was starting"));
        }
      }
      if (System.nanoTime() - deadline > 0) {
        throw new ClusterException(
            complaint(
                node,
                "did not answer within "
                    + limit.toMillis() / 1000.0
                    + " s (cluster.starttimeout)"));
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    }
  }

  private static String complaint(NodeProcess node, String what) {
    return "ZooKeeper's server "
        + node.name()
        + " "
        + what
        + ". The end of its log:\n"
        + node.logTail();
  }
}
