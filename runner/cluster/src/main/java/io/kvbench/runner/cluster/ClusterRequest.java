package io.kvbench.runner.cluster;

import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Settings;
import java.util.List;

/**
 * What a run needs servers for.
 *
 * @param system the system that is to be put under load
 * @param endpoints where the user says that the servers are; empty where the user says nothing
 * @param settings values of the settings that {@link Clusters#settings()} names
 */
public record ClusterRequest(SystemDescriptor system, List<String> endpoints, Settings settings) {
  public ClusterRequest {
    endpoints = List.copyOf(endpoints);
  }
}
