package io.kvbench.runner.embed;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.Clusters;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Servers that several runs share, one after the other or at the same time. They keep the records
 * that runs have written: a run whose inserts need an empty store needs its own keys or root. They
 * end when they are closed, and with the JVM. Thread-safe.
 */
public final class Servers implements AutoCloseable {
  private final String system;
  private final Cluster cluster;
  private final Assignments given;
  private final Clusters clusters;
  private final AtomicBoolean closed = new AtomicBoolean();

  Servers(String system, Cluster cluster, Assignments given, List<Setting<?>> settings) {
    this.system = system;
    this.cluster = cluster;
    this.given = given;
    clusters = new Clusters(List.of(new SharedProvider(cluster, settings, closed::get)));
  }

  /** Returns a description, such as {@code embedded Store 3.9.5, 1 node}. */
  public String description() {
    return cluster.description();
  }

  /** Returns the endpoints for clients, as {@code host:port}; empty for a system inside kvbench. */
  public List<String> endpoints() {
    return cluster.endpoints();
  }

  /** Returns the settings with which the servers were started: they also apply to its runs. */
  Assignments given() {
    return given;
  }

  /** Returns the source of these servers for runs. */
  Clusters clusters() {
    return clusters;
  }

  /** Adds settings that conflict with existing servers. */
  void check(String asked, Assignments own, Problems problems) {
    if (closed.get()) {
      problems.add("servers(" + system + ")", "are closed already; start others.");
    }
    if (!asked.equals(system)) {
      problems.add("servers(" + system + ")", "are no servers of " + asked + ".");
    }
    own.list().stream()
        .filter(each -> isAboutServers(each.name()))
        .forEach(
            each ->
                problems.add(
                    each.origin(),
                    each.name()
                        + " is for servers that the run comes by itself, and servers(...) are"
                        + " given; omit one of the two."));
  }

  static boolean isAboutServers(String name) {
    return name.equals("endpoints")
        || ClusterSettings.all().stream().anyMatch(setting -> setting.name().equals(name));
  }

  /** Stops the servers and removes their files. Bounded; a second call has no effect. */
  @Override
  public void close() {
    closed.set(true);
    cluster.close();
  }

  @Override
  public String toString() {
    return description();
  }
}
