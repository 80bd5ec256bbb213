package io.kvbench.runner.cluster;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/** Requests as in a run. */
public final class Requests {
  public static final SystemDescriptor ZOOKEEPER = named("zookeeper");
  public static final SystemDescriptor ETCD = named("etcd");
  public static final SystemDescriptor CONSUL = named("consul");
  public static final SystemDescriptor ZETCD = named("zetcd");
  public static final SystemDescriptor CETCD = named("cetcd");
  public static final SystemDescriptor DENGINE = named("dengine");
  public static final SystemDescriptor UNKNOWN = system("unknown", "Unknown", false);
  public static final SystemDescriptor MEMORY = system("memory", "Memory", true);

  private Requests() {}

  /** Returns the system with a name, of the bindings on the class path. */
  public static SystemDescriptor named(String name) {
    return provider(name)
        .map(provider -> system(provider, name))
        .orElseThrow(() -> new IllegalArgumentException(name));
  }

  private static SystemDescriptor system(BindingProvider provider, String name) {
    return provider.systems().stream()
        .filter(system -> system.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Optional<BindingProvider> provider(String name) {
    return ServiceLoader.load(BindingProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each.systems().stream().anyMatch(system -> system.name().equals(name)))
        .findFirst();
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
    return provider(system.name())
        .map(provider -> ClusterRequest.of(provider, system, endpoints, settings))
        .orElseGet(
            () ->
                new ClusterRequest(
                    system, SystemServers.UNKNOWN, Optional.empty(), endpoints, settings));
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
