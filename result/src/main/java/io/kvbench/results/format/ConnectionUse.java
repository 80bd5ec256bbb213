package io.kvbench.results.format;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The use of connections in a phase.
 *
 * @param busiestConnection the connection with the most requests; empty where there was one
 * @param busiestServer the server with the most requests; empty where there was one, or the binding
 *     does not distinguish them
 * @param ownConnections connections besides the shared ones, as planned: of the clients' locks and
 *     leases and of watchers, where the system opens some; empty where it opens none, and in older
 *     results
 */
public record ConnectionUse(
    Optional<BusiestResult> busiestConnection,
    Optional<BusiestResult> busiestServer,
    OptionalLong ownConnections)
    implements FlatPart {
  /** Returns the same with so many connections besides the shared ones; 0 for none. */
  public ConnectionUse with(long own) {
    return new ConnectionUse(
        busiestConnection, busiestServer, own == 0 ? OptionalLong.empty() : OptionalLong.of(own));
  }
}
