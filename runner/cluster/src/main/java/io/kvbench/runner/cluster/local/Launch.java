package io.kvbench.runner.cluster.local;

import io.kvbench.runner.cluster.ClusterException;
import io.kvbench.runner.cluster.ClusterRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** One attempt to start the servers of a cluster. */
public interface Launch {

  /**
   * Starts the servers; they need not answer yet.
   *
   * @param request for the servers, as they are secured
   * @param directory for all files of the servers
   * @param confinement the servers' confinement
   * @param places of all nodes; those that are here are started, and have free ports
   * @param started receives each server as soon as it runs, so that none is lost if a later one
   *     fails
   */
  void start(
      ClusterRequest request,
      Path directory,
      Confinement confinement,
      List<NodeAddress> places,
      List<? super LocalNode> started)
      throws IOException, ClusterException, InterruptedException;

  /** Releases the servers, so that they outlive kvbench. A second call has no effect. */
  void release();
}
