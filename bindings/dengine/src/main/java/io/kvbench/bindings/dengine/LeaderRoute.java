package io.kvbench.bindings.dengine;

import io.kvbench.bindings.support.Endpoint;

/**
 * The route to a leader, created once per discovery. The same leader found again has a new route,
 * so late errors of an old one have no effect.
 */
final class LeaderRoute {
  private final Endpoint endpoint;

  LeaderRoute(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  Endpoint endpoint() {
    return endpoint;
  }
}
