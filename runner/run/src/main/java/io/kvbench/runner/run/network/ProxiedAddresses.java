package io.kvbench.runner.run.network;

import io.kvbench.core.binding.ServerState;
import java.util.List;

/**
 * The addresses that clients connect to in the place of each server's own.
 *
 * @param endpoints the servers' own
 * @param addresses those that clients use, in the same order
 */
public record ProxiedAddresses(List<String> endpoints, List<String> addresses) {
  public ProxiedAddresses {
    endpoints = List.copyOf(endpoints);
    addresses = List.copyOf(addresses);
  }

  /** Returns the way with nothing in it. */
  public static ProxiedAddresses direct(List<String> endpoints) {
    return new ProxiedAddresses(endpoints, endpoints);
  }

  /** Returns a state with the server's own endpoint in it. */
  public ServerState named(ServerState state) {
    int index = addresses.indexOf(state.endpoint());
    return index < 0
        ? state
        : new ServerState(
            endpoints.get(index),
            state.version(),
            state.leader(),
            state.term(),
            state.keys(),
            state.details(),
            state.problem());
  }
}
