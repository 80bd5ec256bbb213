package io.kvbench.docker;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.Clusters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;

/** Requests as in a run. */
final class Requests {
  private Requests() {}

  static SystemDescriptor system(String name) {
    return new SystemDescriptor(name, "the " + name, Set.of(), Map.of(), List.of(), false);
  }

  static Settings settings(Map<String, String> given) {
    Assignments assignments = new Assignments();
    given.forEach((name, text) -> assignments.add(name, text, Origin.of("-p")));
    Problems problems = new Problems();
    Settings settings = Settings.resolve(assignments, Clusters.load().settings(), problems);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(problems.list().toString());
    }
    return settings;
  }

  static ClusterRequest of(String system, List<String> endpoints, Map<String, String> given) {
    for (BindingProvider provider : ServiceLoader.load(BindingProvider.class)) {
      for (SystemDescriptor each : provider.systems()) {
        if (each.name().equals(system)) {
          return ClusterRequest.of(provider, each, endpoints, settings(given));
        }
      }
    }
    return new ClusterRequest(
        system(system), SystemServers.UNKNOWN, Optional.empty(), endpoints, settings(given));
  }

  static ClusterRequest of(String system, Map<String, String> given) {
    return of(system, List.of(), given);
  }
}
