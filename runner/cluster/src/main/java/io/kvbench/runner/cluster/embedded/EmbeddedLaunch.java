package io.kvbench.runner.cluster.embedded;

import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.local.Launch;
import io.kvbench.runner.cluster.local.LocalNode;
import io.kvbench.runner.cluster.local.Watchdog;
import io.kvbench.runner.cluster.server.ZooKeeperFiles;
import io.kvbench.runner.cluster.server.ZooKeeperJvm;
import io.kvbench.runner.cluster.server.ZooKeeperPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Starts ZooKeeper servers, each in a JVM of its own. */
final class EmbeddedLaunch implements Launch {
  private final Settings settings;
  private final List<NodeProcess> nodes = new ArrayList<>();
  private Optional<Watchdog> watchdog = Optional.empty();

  EmbeddedLaunch(Settings settings) {
    this.settings = settings;
  }

  @Override
  public void start(Path directory, List<List<Integer>> ports, List<? super LocalNode> started)
      throws IOException {
    watchdog = watchdog(directory);
    List<ZooKeeperPlan> ensemble = ZooKeeperPlan.ensemble(directory, ports);
    for (ZooKeeperPlan plan : ensemble) {
      ZooKeeperFiles.write(plan, ensemble, settings);
    }
    for (ZooKeeperPlan plan : ensemble) {
      NodeProcess node = NodeProcess.start(plan, ZooKeeperJvm.options(settings));
      nodes.add(node);
      started.add(node);
      if (watchdog.isPresent()) {
        watchdog.get().watch(node.pid().orElseThrow());
      }
    }
  }

  @Override
  public void release() {
    nodes.forEach(NodeProcess::release);
    watchdog.ifPresent(Watchdog::release);
    watchdog = Optional.empty();
  }

  /** Servers end with kvbench by themselves; files are left after a crash where there is no sh. */
  private static Optional<Watchdog> watchdog(Path directory) {
    try {
      return Optional.of(Watchdog.over(directory));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
