package io.kvbench.runner.app;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.Bindings;
import io.kvbench.testkit.RealServers;
import java.io.IOException;
import java.util.List;

/** A server of a test's own, to which the test sends signals; kvbench sees only its endpoint. */
final class OwnServer implements AutoCloseable {
  private final Cluster cluster;

  private OwnServer(Cluster cluster) {
    this.cluster = cluster;
  }

  /** Starts one; a system whose program is missing is said so, and fails where CI=true. */
  static OwnServer start(String system) throws Exception {
    Clusters clusters = Clusters.load();
    if (!system.equals("zookeeper")) {
      RealServers.require(system);
    }
    Assignments given = new Assignments().add("cluster.nodes", "1", Origin.of("test"));
    Settings settings = Settings.resolve(given, clusters.settings(), new Problems());
    return new OwnServer(
        clusters.start(Bindings.load().find(system).orElseThrow().servers(List.of(), settings)));
  }

  String endpoint() {
    return cluster.endpoints().getFirst();
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
