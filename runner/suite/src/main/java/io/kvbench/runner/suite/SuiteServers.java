package io.kvbench.runner.suite;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.core.server.ClientAccess;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.Interruption;
import io.kvbench.runner.run.PlanFactory.Planned;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The servers that runs share: one cluster at a time, so that servers that have no load take
 * nothing from those that have. They end with this process at the latest. For one thread.
 */
final class SuiteServers implements AutoCloseable {
  private final SuitePlanner planner;
  private final Clusters clusters;
  private final StopSignal stop;
  private final SuiteListener listener;
  private final Set<String> used = new HashSet<>();
  private @Nullable Cluster cluster;
  private String running = "";

  SuiteServers(SuitePlanner planner, Clusters clusters, StopSignal stop, SuiteListener listener) {
    this.planner = planner;
    this.clusters = clusters;
    this.stop = stop;
    this.listener = listener;
  }

  /**
   * Returns what a run is given: where the servers are, which are started if need be.
   *
   * @throws ClusterException if they cannot be started
   */
  Assignments assignments(PlannedCombination planned)
      throws ClusterException, InterruptedException {
    return switch (planned.kind()) {
      case NONE, ENDPOINTS, OF_RUN -> planned.assignments();
      case SHARED -> onCluster(planned);
    };
  }

  /** Returns whether the servers of a run had another one before, and notes that they have one. */
  boolean isUsed(PlannedCombination planned) {
    return switch (planned.kind()) {
      case NONE, OF_RUN -> false;
      case ENDPOINTS -> true;
      case SHARED -> !used.add(planned.servers());
    };
  }

  private Assignments onCluster(PlannedCombination planned)
      throws ClusterException, InterruptedException {
    Cluster there = cluster;
    if (there == null || !running.equals(planned.servers())) {
      close();
      there = start(planned);
      cluster = there;
      running = planned.servers();
    }
    Assignments all = planner.onServers(planned.assignments(), there.endpoints());
    there
        .secured()
        .map(SystemServers::access)
        .orElse(ClientAccess.OPEN)
        .settings()
        .forEach((name, text) -> all.add(name, text, Origin.of("the servers")));
    return all;
  }

  private Cluster start(PlannedCombination planned) throws ClusterException, InterruptedException {
    Problems problems = new Problems();
    Planned run =
        planner
            .plan(
                planned.combination().system(), planned.workload(), planned.assignments(), problems)
            .orElseThrow(() -> new ClusterException(problems.list().toString()));
    ClusterRequest request =
        ClusterRequest.of(run.provider(), run.plan().system(), List.of(), run.plan().settings());
    try (Interruption whileStarting = new Interruption(stop)) {
      return start(request, whileStarting);
    }
  }

  private Cluster start(ClusterRequest request, Interruption whileStarting)
      throws ClusterException, InterruptedException {
    listener.stage("starting " + clusters.intent(request));
    Cluster started = clusters.start(request);
    whileStarting.close();
    return started;
  }

  /** Stops the servers that run, if any. */
  @Override
  public void close() {
    Cluster there = cluster;
    if (there != null) {
      listener.stage("stopping " + there.description());
      there.stop();
      there.close();
      cluster = null;
      used.remove(running);
      running = "";
    }
  }
}
