package io.kvbench.core.binding;

import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.List;

/**
 * The configuration of a binding that is opened.
 *
 * @param endpoints the servers, as given by the user or reported by the cluster: {@code host:port}
 * @param connections the number of connections to open and to distribute the sessions over; at
 *     least 1
 * @param maxConnections the max number of connections; more than {@code connections} where each
 *     client has one, and clients are started on demand
 * @param connectTimeout the timeout for opening
 * @param settings the parsed and checked values of all settings, including those that the {@link
 *     SystemDescriptor} declares
 */
public record BindingConfig(
    List<String> endpoints,
    int connections,
    int maxConnections,
    Duration connectTimeout,
    Settings settings) {

  /** A configuration with a fixed number of connections. */
  public BindingConfig(
      List<String> endpoints, int connections, Duration connectTimeout, Settings settings) {
    this(endpoints, connections, connections, connectTimeout, settings);
  }

  public BindingConfig {
    endpoints = List.copyOf(endpoints);
  }
}
