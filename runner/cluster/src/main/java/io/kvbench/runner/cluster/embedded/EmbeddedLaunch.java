package io.kvbench.runner.cluster.embedded;

import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.local.Launch;
import io.kvbench.runner.cluster.local.LocalNode;
import io.kvbench.runner.cluster.server.ZooKeeperFiles;
import io.kvbench.runner.cluster.server.ZooKeeperJvm;
import io.kvbench.runner.cluster.server.ZooKeeperPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts ZooKeeper servers, each in a JVM of its own. */
final class EmbeddedLaunch implements Launch {
  private final Settings settings;
  private final List<NodeProcess> nodes = new ArrayList<>();

  EmbeddedLaunch(Settings settings) {
    this.settings = settings;
  }

  @Override
  public void start(Path directory, List<List<Integer>> ports, List<? super LocalNode> started)
      throws IOException {
    List<ZooKeeperPlan> ensemble = ZooKeeperPlan.ensemble(directory, ports);
    for (ZooKeeperPlan plan : ensemble) {
      ZooKeeperFiles.write(plan, ensemble, settings);
    }
    for (ZooKeeperPlan plan : ensemble) {
      NodeProcess node = NodeProcess.start(plan, ZooKeeperJvm.options(settings));
      nodes.add(node);
      started.add(node);
    }
  }

  @Override
  public void release() {
    nodes.forEach(NodeProcess::release);
  }
}
