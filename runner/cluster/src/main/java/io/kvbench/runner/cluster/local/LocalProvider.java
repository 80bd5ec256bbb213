package io.kvbench.runner.cluster.local;

import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterProvider;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.KeptCluster;

/** Starts servers on this machine: all of a cluster, or some, as an agent does. */
public interface LocalProvider extends ClusterProvider {

  /**
   * Finds what servers are started from. Called when there is no obstacle.
   *
   * @throws ClusterException if what was found turns out to be of no use
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
}
