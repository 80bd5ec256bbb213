package io.kvbench.runner.cluster.process;

import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.local.Launch;
import io.kvbench.runner.cluster.local.LocalNode;
import io.kvbench.runner.cluster.local.Watchdog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Starts the nodes of one cluster under one watchdog. */
final class ProcessLaunch implements Launch {
  private final ServerProgram program;
  private final FoundProgram found;
  private final Settings settings;
  private @Nullable Watchdog watchdog;

  ProcessLaunch(ServerProgram program, FoundProgram found, Settings settings) {
    this.program = program;
    this.found = found;
    this.settings = settings;
  }

  @Override
  public void start(Path directory, List<List<Integer>> ports, List<? super LocalNode> started)
      throws IOException, ClusterException {
    Watchdog watching = Watchdog.over(directory);
    watchdog = watching;
    List<ProcessPlan> plans = new ArrayList<>();
    for (List<Integer> own : ports) {
      int id = plans.size() + 1;
      Path place = Files.createDirectory(directory.resolve("node" + id));
      plans.add(new ProcessPlan(program.system(), id, place, own));
    }
    for (ProcessPlan plan : plans) {
      ProcessNode node = new ProcessNode(program, plan, plans.size());
      started.add(node);
      node.start(program.prepare(plan, plans, found, settings), watching);
    }
  }

  @Override
  public void release() {
    if (watchdog != null) {
      watchdog.release();
      watchdog = null;
    }
  }
}
