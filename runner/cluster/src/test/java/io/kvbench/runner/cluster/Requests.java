package io.kvbench.runner.cluster;

import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Requests as a run would make them. */
public final class Requests {
  public static final SystemDescriptor ZOOKEEPER = system("zookeeper", "ZooKeeper", false);
  public static final SystemDescriptor ETCD = system("etcd", "etcd", false);
  public static final SystemDescriptor CONSUL = system("consul", "Consul", false);
  public static final SystemDescriptor ZETCD = system("zetcd", "zetcd", false);
  public static final SystemDescriptor CETCD = system("cetcd", "cetcd", false);
  public static final SystemDescriptor DENGINE = system("dengine", "d-engine", false);
  public static final SystemDescriptor UNKNOWN = system("unknown", "Unknown", false);
  public static final SystemDescriptor MEMORY = system("memory", "Memory", true);

  private Requests() {}

  /** Returns the system with a name. */
  public static SystemDescriptor named(String name) {
    return Stream.of(ZOOKEEPER, ETCD, CONSUL, ZETCD, CETCD, DENGINE, MEMORY)
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static SystemDescriptor system(String name, String title, boolean local) {
    return new SystemDescriptor(name, title, Set.of(), Map.of(), List.of(), local);
  }

  public static ClusterRequest of(
      SystemDescriptor system, List<String> endpoints, Map<String, String> given) {
    Assignments assignments = new Assignments();
    given.forEach((name, text) -> assignments.add(name, text, Origin.of("-p")));
    Problems problems = new Problems();
    Settings settings = Settings.resolve(assignments, Clusters.load().settings(), problems);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(problems.list().toString());
    }
    return new ClusterRequest(system, endpoints, settings);
  }

  public static Cluster start(Map<String, String> given)
      throws ClusterException, InterruptedException {
    return start(ZOOKEEPER, given);
  }

  public static Cluster start(SystemDescriptor system, Map<String, String> given)
      throws ClusterException, InterruptedException {
    return Clusters.load().start(of(system, List.of(), given));
  }
}
