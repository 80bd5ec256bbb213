package io.kvbench.core.binding;

import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.List;

/**
 * What a binding is told when it is opened.
 *
 * @param endpoints where the servers are, in the form that the user gave or the cluster reported:
 *     {@code host:port}
 * @param connections how many connections of the client library to open and to spread the sessions
 *     over; at least 1
 * @param connectTimeout how long opening may take before it fails
 * @param settings values of all settings, those that the {@link SystemDescriptor} declares among
 *     them; parsed and checked
 */
public record BindingConfig(
    List<String> endpoints, int connections, Duration connectTimeout, Settings settings) {
  public BindingConfig {
    endpoints = List.copyOf(endpoints);
  }
}
