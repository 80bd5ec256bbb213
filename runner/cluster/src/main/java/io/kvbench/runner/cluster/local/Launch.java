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
   * @param confinement what the servers run in
   * @param places of all nodes; those that are here are started, and their ports are free
   * @param started takes each server as soon as it runs, so that none is lost if a later one fails
   */
  void start(
      ClusterRequest request,
      Path directory,
      Confinement confinement,
      List<Place> places,
      List<? super LocalNode> started)
      throws IOException, ClusterException, InterruptedException;

  /** Cuts what ends the servers when kvbench ends. A second call does nothing. */
  void release();
}
