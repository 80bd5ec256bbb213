package io.kvbench.runner.cluster;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import java.util.List;
import java.util.Optional;

/**
 * A provider of servers: named in {@code
 * META-INF/services/io.kvbench.runner.cluster.ClusterProvider} and loaded with {@link
 * java.util.ServiceLoader}. Loading one must be cheap.
 *
 * <p>Servers end with kvbench unless they are to be kept ({@code cluster.keep=true}, {@code kvbench
 * cluster up}). Keeping is the same for all providers: {@link #start} starts the servers as usual;
 * {@link Clusters} stores {@link Cluster#state} and the other components of a {@link KeptCluster},
 * and calls {@link Cluster#release}. Another process reads the record, checks {@link #running}, and
 * ends it with {@link #stop}.
 */
public interface ClusterProvider {

  /** Returns the name in {@code cluster=} and in results. */
  String kind();

  /** Returns the precedence with {@code cluster=auto}, the lowest first. Leave gaps. */
  int precedence();

  /**
   * Returns the settings of this provider besides the shared ones. Providers may share them, such
   * as the settings of one system's servers.
   */
  default List<Setting<?>> settings() {
    return decisive();
  }

  /**
   * Returns those of {@link #settings} that are specific to this provider: giving one of them
   * selects this provider with {@code cluster=auto}.
   */
  default List<Setting<?>> decisive() {
    return List.of();
  }

  /**
   * Returns the settings of this provider that assignments imply, such as the number of servers if
   * their hosts are listed.
   */
  default Assignments implied(Assignments given) {
    return new Assignments();
  }

  /**
   * Returns why this provider cannot serve a request at all, as a sentence with a remedy; empty if
   * it can. Starts nothing.
   */
  Optional<String> obstacle(ClusterRequest request);

  /** Returns whether it supports TLS and users; see {@link ClusterSecurity}. */
  default boolean secures() {
    return false;
  }

  /** Adds the problems of the request's settings. Called if there is no obstacle. */
  void check(ClusterRequest request, Problems problems);

  /**
   * Describes what {@link #start} will start, and from where, such as {@code store 3.6.16: 3
   * processes from /usr/bin/store}. Called if the request has no problems. May query a program's
   * version, but takes seconds at most.
   *
   * @throws ClusterException if what was found there turns out to be unusable
   */
  default String intent(ClusterRequest request) throws ClusterException, InterruptedException {
    return request.system().title();
  }

  /**
   * Starts the servers. Returns when all of them answer. They end when kvbench ends, for any
   * reason, until {@link Cluster#release} is called.
   *
   * @throws ClusterException if they do not; nothing is left behind
   * @throws InterruptedException if the caller is interrupted; nothing is left behind
   */
  Cluster start(ClusterRequest request) throws ClusterException, InterruptedException;

  /**
   * Returns how many servers of a kept cluster still run. A server counts only if it is certainly
   * the one that was started, since process ids are reused.
   *
   * @throws ClusterException if that cannot be determined now, as when Docker does not answer
   */
  default int running(KeptCluster kept) throws ClusterException {
    return 0;
  }

  /**
   * Stops the servers of a kept cluster and waits for their end; those that have already ended are
   * no error. Affects nothing that was not certainly started for this cluster.
   *
   * @param purge whether to remove their files as well, if they are kvbench's own
   * @throws ClusterException if a server still runs afterwards, or files to be removed remain
   */
  default void stop(KeptCluster kept, boolean purge)
      throws ClusterException, InterruptedException {}
}
