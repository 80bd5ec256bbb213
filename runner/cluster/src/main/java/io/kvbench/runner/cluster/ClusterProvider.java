package io.kvbench.runner.cluster;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import java.util.List;
import java.util.Optional;

/**
 * A way to come by servers: named in {@code
 * META-INF/services/io.kvbench.runner.cluster.ClusterProvider} and loaded with {@link
 * java.util.ServiceLoader}. Loading one must be cheap.
 *
 * <p>Servers end with kvbench unless they are to be kept ({@code cluster.keep=true}, {@code kvbench
 * cluster up}). Keeping is the same for all providers: {@link #start} starts the servers as always;
 * {@link Clusters} writes down {@link Cluster#state} and what else a {@link KeptCluster} has, and
 * calls {@link Cluster#release}. Another process reads the record, asks {@link #running} whether
 * there is anything left of it, and ends it with {@link #stop}.
 */
public interface ClusterProvider {

  /** Returns the name in {@code cluster=} and in results. */
  String kind();

  /**
   * Returns the place in the order in which {@code cluster=auto} asks, the lowest first. Leave
   * gaps.
   */
  int precedence();

  /**
   * Returns the settings that this provider understands besides those of all. Providers may share
   * them, as the settings of one system's servers.
   */
  default List<Setting<?>> settings() {
    return decisive();
  }

  /**
   * Returns those of {@link #settings} that make sense with this provider alone: who gives one of
   * them gets this provider also with {@code cluster=auto}.
   */
  default List<Setting<?>> decisive() {
    return List.of();
  }

  /**
   * Returns what assignments imply that this provider understands, such as the number of servers
   * where their hosts are listed.
   */
  default Assignments implied(Assignments given) {
    return new Assignments();
  }

  /**
   * Returns why this provider cannot serve a request at all, as a sentence that tells the user what
   * to do; empty if it can. Looks, but starts nothing.
   */
  Optional<String> obstacle(ClusterRequest request);

  /** Returns whether it starts servers with TLS and users; see {@link ClusterSecurity}. */
  default boolean secures() {
    return false;
  }

  /** Adds what is wrong with the request's settings. Called when there is no obstacle. */
  void check(ClusterRequest request, Problems problems);

  /**
   * Returns in words what {@link #start} is going to start, and from where, such as {@code store
   * 3.6.16: 3 processes from /usr/bin/store}. Called when nothing is wrong with the request. May
   * ask a program for its version, but takes no more than seconds.
   *
   * @throws ClusterException if what was found there turns out to be of no use
   */
  default String intent(ClusterRequest request) throws ClusterException, InterruptedException {
    return request.system().title();
  }

  /**
   * Starts the servers. Returns when all of them answer. They end when kvbench ends, however that
   * comes about, until {@link Cluster#release} is called.
   *
   * @throws ClusterException if they do not; nothing is left behind
   * @throws InterruptedException if the caller gives up; nothing is left behind
   */
  Cluster start(ClusterRequest request) throws ClusterException, InterruptedException;

  /**
   * Returns how many servers of a kept cluster are still there. A server counts only if it is
   * certainly the one that was started: a process that has the same number today may be a stranger.
   *
   * @throws ClusterException if that cannot be found out now, as when Docker does not answer
   */
  default int running(KeptCluster kept) throws ClusterException {
    return 0;
  }

  /**
   * Ends the servers of a kept cluster and waits for their end; those that have ended already are
   * no error. Touches nothing that was not certainly started for this cluster.
   *
   * @param purge whether to remove their files as well, as far as they are kvbench's own
   * @throws ClusterException if a server is still there afterwards, or files that should not be
   */
  default void stop(KeptCluster kept, boolean purge)
      throws ClusterException, InterruptedException {}
}
