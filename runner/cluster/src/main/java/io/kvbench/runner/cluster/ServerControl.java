package io.kvbench.runner.cluster;

import java.util.Optional;

/**
 * The control of a server that kvbench did not start, through the engine of its container.
 * Thread-safe.
 */
public interface ServerControl {

  /** Kills it, as a crash would. */
  void kill() throws ClusterException, InterruptedException;

  /** Pauses it: it answers nothing and keeps its connections. */
  void pause() throws ClusterException, InterruptedException;

  /** Resumes it after {@link #pause}. */
  void resume() throws ClusterException, InterruptedException;

  /** Restarts it with its files. It need not answer yet when this returns. */
  void restart() throws ClusterException, InterruptedException;

  /**
   * The engine of containers on this machine: named in {@code
   * META-INF/services/io.kvbench.runner.cluster.ServerControl$Engine} and loaded with {@link
   * java.util.ServiceLoader}. Loading one must be cheap.
   */
  interface Engine {

    /** Returns why no engine is usable; empty if one is. Starts nothing. */
    Optional<String> obstacle();

    /**
     * Finds a container by its name or its id.
     *
     * @throws ClusterException if it is missing or does not run
     */
    ServerControl find(String container) throws ClusterException;
  }
}
