package io.kvbench.runner.cluster;

import java.util.Optional;

/**
 * What can be done to a server that kvbench did not start, through the engine that holds it. For
 * any thread.
 */
public interface ServerControl {

  /** Ends it at once, as a crash would. */
  void kill() throws ClusterException, InterruptedException;

  /** Stops it in its tracks: it answers nothing and keeps its connections. */
  void pause() throws ClusterException, InterruptedException;

  /** Lets it go on after {@link #pause}. */
  void resume() throws ClusterException, InterruptedException;

  /** Starts it again with the files that it had. It does not answer yet when this returns. */
  void restart() throws ClusterException, InterruptedException;

  /**
   * The engine of containers on this machine: named in {@code
   * META-INF/services/io.kvbench.runner.cluster.ServerControl$Engine} and loaded with {@link
   * java.util.ServiceLoader}. Loading one must be cheap.
   */
  interface Engine {

    /** Returns why there is no engine to use; empty if there is one. Looks, but starts nothing. */
    Optional<String> obstacle();

    /**
     * Finds a container by its name or its id.
     *
     * @throws ClusterException if there is none, or it does not run
     */
    ServerControl find(String container) throws ClusterException;
  }
}
