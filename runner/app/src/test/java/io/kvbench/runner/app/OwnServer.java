package io.kvbench.runner.app;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.Bindings;
import java.io.IOException;
import java.util.List;

/** Servers of a test's own, to which the test sends signals; kvbench sees only their endpoints. */
final class OwnServer implements AutoCloseable {
  private final Cluster cluster;

  private OwnServer(Cluster cluster) {
    this.cluster = cluster;
  }

  static OwnServer start(String system) throws Exception {
    return start(system, 1);
  }

  /** Starts them; a system whose program is missing is said so, and fails where CI=true. */
  static OwnServer start(String system, int nodes) throws Exception {
    return start(system, nodes, InstalledServers.of(system));
  }

  /** Starts them as an assignment of {@code cluster} says. */
  static OwnServer start(String system, int nodes, String assignment) throws Exception {
    Clusters clusters = Clusters.load();
    String[] cluster = assignment.split("=", 2);
    Assignments given =
        new Assignments()
            .add("cluster.nodes", String.valueOf(nodes), Origin.of("test"))
            .add(cluster[0], cluster[1], Origin.of("test"));
    Settings settings = Settings.resolve(given, clusters.settings(), new Problems());
    return new OwnServer(
        clusters.start(Bindings.load().find(system).orElseThrow().servers(List.of(), settings)));
  }

  String endpoint() {
    return cluster.endpoints().getFirst();
  }

  String endpoints() {
    return String.join(",", cluster.endpoints());
  }

  /** Returns the process of a server, counted from 1. */
  long pid(int node) {
    return cluster.nodes().get(node - 1).pid().orElseThrow();
  }

  void signal(String name) {
    try {
      long pid = cluster.nodes().getFirst().pid().orElseThrow();
      new ProcessBuilder("kill", "-" + name, String.valueOf(pid)).inheritIO().start().waitFor();
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    cluster.close();
  }
}
