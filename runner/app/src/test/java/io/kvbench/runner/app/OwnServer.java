package io.kvbench.runner.app;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.Bindings;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A server that kvbench knows by its endpoint only: owned by one test, which sends it signals, or
 * shared.
 */
public final class OwnServer implements AutoCloseable {
  private static final Map<String, OwnServer> SHARED = new ConcurrentHashMap<>();

  private final Cluster cluster;
  private final Runnable end;

  private OwnServer(Cluster cluster, Runnable end) {
    this.cluster = cluster;
    this.end = end;
  }

  public static OwnServer start(String system) throws Exception {
    return start(system, 1);
  }

  /**
   * Starts servers; where the program is missing, the test is skipped with a message, and fails
   * where CI=true.
   */
  public static OwnServer start(String system, int nodes) throws Exception {
    return start(system, nodes, InstalledServers.of(system));
  }

  /** Starts them as an assignment of {@code cluster} says. */
  public static OwnServer start(String system, int nodes, String assignment) throws Exception {
    Cluster cluster = cluster(system, nodes, assignment);
    return new OwnServer(cluster, cluster::close);
  }

  private static Cluster cluster(String system, int nodes, String assignment) throws Exception {
    Clusters clusters = Clusters.load();
    String[] kind = assignment.split("=", 2);
    Assignments given =
        new Assignments()
            .add("cluster.nodes", String.valueOf(nodes), Origin.of("test"))
            .add("cluster.starttimeout", "3m", Origin.of("test"))
            .add(kind[0], kind[1], Origin.of("test"));
    Settings settings = Settings.resolve(given, clusters.settings(), new Problems());
    return clusters.start(Bindings.load().find(system).orElseThrow().servers(List.of(), settings));
  }

  /**
   * Returns healthy servers that all tests of this JVM share, each with separate keys ({@link
   * InstalledServers#apart}). They end with the JVM, as servers of kvbench do; {@link #close} does
   * nothing.
   */
  public static OwnServer shared(String system, int nodes) {
    String assignment = InstalledServers.of(system); // Without the program, each test is aborted.
    return SHARED.computeIfAbsent(
        system + nodes,
        name -> {
          try {
            return new OwnServer(cluster(system, nodes, assignment), () -> {});
          } catch (Exception e) {
            throw new AssertionError(name, e);
          }
        });
  }

  public String endpoint() {
    return cluster.endpoints().getFirst();
  }

  public String endpoints() {
    return String.join(",", cluster.endpoints());
  }

  public List<ClusterNode> nodes() {
    return cluster.nodes();
  }

  /** Returns the process of a server, counted from 1. */
  public long pid(int node) {
    return cluster.nodes().get(node - 1).pid().orElseThrow();
  }

  public void signal(String name) {
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
    end.run();
  }
}
