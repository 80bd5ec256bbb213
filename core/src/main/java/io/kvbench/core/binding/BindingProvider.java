package io.kvbench.core.binding;

import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The entry point of a binding: named in {@code
 * META-INF/services/io.kvbench.core.binding.BindingProvider} and loaded with {@link
 * java.util.ServiceLoader}. Loading one must be cheap and must not touch the client library.
 */
public interface BindingProvider {

  List<SystemDescriptor> systems();

  /**
   * Returns a system as configured by these settings: a setting may add a capability that needs
   * configuration. Called during planning; the result is passed to {@link #open}. Also called to
   * start servers without a run: the settings of the system are then missing.
   */
  default SystemDescriptor with(SystemDescriptor system, Settings settings) {
    return system;
  }

  /**
   * Returns the properties of other tools for a system: each is among its settings, and its value
   * is what the property means here, by the names of kvbench's properties. Those that the user sets
   * as well win. The description is shown as a note on the run.
   */
  default List<Setting<Map<String, String>>> translations(SystemDescriptor system) {
    return List.of();
  }

  /** Returns a note, in sentences, on what users should know before they use a system. */
  default Optional<String> note(SystemDescriptor system) {
    return Optional.empty();
  }

  /** Returns the colour of a system in charts, which no other system on the class path may have. */
  default SystemColour colour(SystemDescriptor system) {
    return SystemColour.GREY;
  }

  /**
   * Adds problems that can be found without connecting, such as invalid endpoints and conflicting
   * settings. Called during planning.
   */
  default void check(
      SystemDescriptor system, List<String> endpoints, Settings settings, Problems problems) {}

  /**
   * Returns why clients may connect to other servers than the given endpoints, such as addresses
   * that servers report, as a sentence for the user; empty if they never do. Called during planning
   * of network conditions, which need proxies in the place of all servers.
   *
   * @param system as {@link #with} returned it
   */
  default Optional<String> bypass(SystemDescriptor system) {
    return Optional.empty();
  }

  /**
   * Returns the servers of a system: how to start and query them, and their logs and metrics.
   *
   * @param system one of {@link #systems}
   */
  default SystemServers servers(SystemDescriptor system) {
    return SystemServers.UNKNOWN;
  }

  /**
   * Returns what decodes the traffic of a system's clients; empty if it cannot be decoded.
   *
   * @param settings with those of the system, such as the prefix of keys, which recorded keys lack
   * @throws BindingException if these settings are invalid
   */
  default Optional<Traffic> traffic(SystemDescriptor system, Settings settings)
      throws BindingException {
    return Optional.empty();
  }

  /**
   * Connects to a system, and returns when every connection is usable. A run with client steps
   * opens a binding for each step, after it has closed the previous one. Runs in the same process
   * open their own bindings, possibly concurrently.
   *
   * @param system one of {@link #systems}, as {@link #with} returned it
   * @return a binding that the caller closes
   * @throws BindingException if the system cannot be reached or rejects the client; the message
   *     says what was tried, what happened and what to do
   * @throws InterruptedException if the caller is interrupted; nothing stays open
   */
  Binding open(SystemDescriptor system, BindingConfig config)
      throws BindingException, InterruptedException;
}
