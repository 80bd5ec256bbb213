package io.kvbench.runner.cluster.local;

import io.kvbench.core.setting.Problems;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterProvider;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.KeptCluster;

/** A provider of servers on this machine: all of a cluster, or some, as for an agent. */
public interface LocalProvider extends ClusterProvider {

  /**
   * Finds the sources of the servers. Called if there is no obstacle.
   *
   * @throws ClusterException if what was found turns out to be unusable
   */
  LocalStart prepare(ClusterRequest request) throws ClusterException, InterruptedException;

  @Override
  default Cluster start(ClusterRequest request) throws ClusterException, InterruptedException {
    return prepare(request).run();
  }

  @Override
  default int running(KeptCluster kept) {
    return KeptProcesses.running(kept);
  }

  @Override
  default void stop(KeptCluster kept, boolean purge) throws ClusterException, InterruptedException {
    KeptProcesses.stop(kept, purge);
  }

  @Override
  default boolean secures() {
    return true;
  }

  @Override
  default void check(ClusterRequest request, Problems problems) {
    LocalSettings.check(request, problems);
    Confinement.check(request, problems);
  }
}
