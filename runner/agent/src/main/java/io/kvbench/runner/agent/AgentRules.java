package io.kvbench.runner.agent;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/**
 * The limits of what an agent does for controllers.
 *
 * @param directory where servers have their files
 * @param systems the systems whose servers it starts; empty for all
 * @param flags whether controllers may set flags of servers, with which a server may do anything
 * @param lease after which time without a request a controller is taken for gone
 */
public record AgentRules(Path directory, Set<String> systems, boolean flags, Duration lease) {
  /** The lease unless the command line says otherwise. */
  public static final Duration LEASE = Duration.ofSeconds(15);

  public AgentRules {
    systems = Set.copyOf(systems);
  }
}
