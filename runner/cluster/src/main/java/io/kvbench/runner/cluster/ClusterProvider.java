package io.kvbench.runner.cluster;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import java.util.List;
import java.util.Optional;

/**
 * A way to come by servers: named in {@code
 * META-INF/services/io.kvbench.runner.cluster.ClusterProvider} and loaded with {@link
 * java.util.ServiceLoader}. Loading one must be cheap.
 */
public interface ClusterProvider {

  /** Returns the name in {@code cluster=} and in results. */
  String kind();

  /**
   * Returns the place in the order in which {@code cluster=auto} asks, the lowest first. Leave
   * gaps.
   */
  int precedence();

  /** Returns the settings that only this provider understands. */
  List<Setting<?>> settings();

  /**
   * Returns why this provider cannot serve a request at all, as a sentence that tells the user what
   * to do; empty if it can. Looks, but starts nothing.
   */
  Optional<String> obstacle(ClusterRequest request);

  /** Adds what is wrong with the request's settings. Called when there is no obstacle. */
  void check(ClusterRequest request, Problems problems);

  /**
   * Starts the servers. Returns when all of them answer.
   *
   * @throws ClusterException if they do not; nothing is left behind
   * @throws InterruptedException if the caller gives up; nothing is left behind
   */
  Cluster start(ClusterRequest request) throws ClusterException, InterruptedException;
}
