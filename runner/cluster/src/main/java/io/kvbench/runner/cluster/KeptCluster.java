package io.kvbench.runner.cluster;

import java.util.List;
import java.util.Map;

/**
 * The record of a cluster that outlives the process that started it.
 *
 * @param name the name for users, such as {@code store-1}
 * @param kind the provider that started it and can stop it
 * @param system the system's name in {@code -db}
 * @param description the servers, from {@link Cluster#description}
 * @param endpoints the endpoints for clients
 * @param state the provider's own data, from {@link Cluster#state}
 */
public record KeptCluster(
    String name,
    String kind,
    String system,
    String description,
    List<String> endpoints,
    Map<String, String> state) {

  /** The key in {@link #state} of the directory with all files of the servers, if there is one. */
  public static final String DIRECTORY = "directory";

  public KeptCluster {
    endpoints = List.copyOf(endpoints);
    state = Map.copyOf(state);
  }

  /**
   * Returns how many nodes there are if this many of their parts run: a node may be a server and a
   * proxy. As long as anything runs there is a node.
   */
  public int nodesOf(int running, int parts) {
    return endpoints.isEmpty() || parts == 0
        ? running
        : Math.ceilDiv(running * endpoints.size(), parts);
  }
}
