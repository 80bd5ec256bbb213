package io.kvbench.core.binding;

import io.kvbench.core.server.SystemServers;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Optional;

/**
 * The door by which a binding is found: named in {@code
 * META-INF/services/io.kvbench.core.binding.BindingProvider} and loaded with {@link
 * java.util.ServiceLoader}. Loading one must be cheap and must not touch the client library.
 */
public interface BindingProvider {

  /** Returns the systems that this binding reaches. */
  List<SystemDescriptor> systems();

  /**
   * Returns a system as it is with these settings: one may give it a capability that it has only if
   * the user says how. Called while planning; what comes of it is what {@link #open} gets.
   */
  default SystemDescriptor with(SystemDescriptor system, Settings settings) {
    return system;
  }

  /**
   * Returns what whoever lists the systems should know of one of them before using it: sentences.
   */
  default Optional<String> note(SystemDescriptor system) {
    return Optional.empty();
  }

  /** Returns the colour of a system in pictures, one that no other system on the class path has. */
  default SystemColour colour(SystemDescriptor system) {
    return SystemColour.GREY;
  }

  /**
   * Adds what can be known to be wrong without connecting: endpoints that are none, settings that
   * do not go together. Called while planning.
   */
  default void check(
      SystemDescriptor system, List<String> endpoints, Settings settings, Problems problems) {}

  /**
   * Returns the servers of a system: how to start and ask them, and what they reveal.
   *
   * @param system one of {@link #systems}
   */
  default SystemServers servers(SystemDescriptor system) {
    return SystemServers.UNKNOWN;
  }

  /**
   * Connects to a system. Returns when every connection can be used. A run that changes its number
   * of clients opens a new one for each step, after it has closed the one before; runs in the same
   * process open their own, perhaps at the same time.
   *
   * @param system one of {@link #systems}, as {@link #with} returned it
   * @return a binding that the caller closes
   * @throws BindingException if the system cannot be reached or refuses the client; the message
   *     tells the user what was tried, what happened and what to do
   * @throws InterruptedException if the caller gives up; nothing is left open
   */
  Binding open(SystemDescriptor system, BindingConfig config)
      throws BindingException, InterruptedException;
}
