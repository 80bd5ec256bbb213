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
 * @param connectTimeout the timeout for opening
 * @param settings the parsed and checked values of all settings, including those that the {@link
 *     SystemDescriptor} declares
 */
public record BindingConfig(
    List<String> endpoints, int connections, Duration connectTimeout, Settings settings) {
  public BindingConfig {
    endpoints = List.copyOf(endpoints);
  }
}
