package io.kvbench.bindings.dengine;

import io.kvbench.bindings.support.Endpoint;

/**
 * The way to a leader as it was found once. Found again it is another way, so that late news of the
 * old one do no harm.
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
