package io.kvbench.runner.cluster.local;

import io.kvbench.runner.cluster.ClusterException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** One attempt to start the servers of a cluster. */
public interface Launch {

  /**
   * Starts the servers; they need not answer yet.
   *
   * @param directory new and empty, for all files of the servers
   * @param ports for each node as many free ports as it needs, that for clients first
   * @param started takes each server as soon as it runs, so that none is lost if a later one fails
   */
  void start(Path directory, List<List<Integer>> ports, List<? super LocalNode> started)
      throws IOException, ClusterException;

  /** Cuts what ends the servers when kvbench ends. A second call does nothing. */
  void release();
}
