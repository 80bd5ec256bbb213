package io.kvbench.results.format;

import io.kvbench.core.measure.ClientRequests;
import io.kvbench.results.format.SlowestResult.Group;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The connection or the server with the most requests of a phase, beside its share if clients were
 * distributed evenly.
 *
 * @param name the endpoint of a server; the number of a connection, from 1
 * @param of how many of them clients were to be on
 * @param requests how many requests ended on it
 * @param evenShare its share of all requests if they were dealt out evenly: the clients of a
 *     connection of all clients, or the most connections that an even server has of all
 */
public record BusiestResult(String name, int of, long requests, double evenShare, double share) {

  /** Returns the busiest connection; empty with a single connection, or without counts. */
  static Optional<BusiestResult> connection(List<ClientRequests> clients, int connections) {
    int used = Math.min(connections, clients.size());
    long all = sum(clients);
    if (used < 2 || all == 0) {
      return Optional.empty();
    }
    return busiest(
        Group.all(clients, used).stream()
            .map(
                group ->
                    new BusiestResult(
                        Integer.toString(group.index() + 1),
                        used,
                        group.requests(),
                        (double) group.clients() / clients.size(),
                        (double) group.requests() / all))
            .toList());
  }

  /**
   * Returns the busiest server; empty where the servers of some clients are not known.
   *
   * @param servers how many servers the run was given
   */
  static Optional<BusiestResult> server(
      List<ClientRequests> clients, int connections, int servers) {
    int used = Math.min(connections, clients.size());
    int to = Math.min(used, servers);
    long all = sum(clients);
    if (to < 2 || all == 0 || clients.stream().anyMatch(client -> client.server().isEmpty())) {
      return Optional.empty();
    }
    Map<String, Long> requests = new HashMap<>();
    clients.forEach(
        client -> requests.merge(client.server().orElseThrow(), client.requests(), Long::sum));
    double even = (double) Math.ceilDiv(used, to) / used;
    return busiest(
        new TreeMap<>(requests)
            .entrySet().stream()
                .map(
                    entry ->
                        new BusiestResult(
                            entry.getKey(),
                            to,
                            entry.getValue(),
                            even,
                            (double) entry.getValue() / all))
                .toList());
  }

  public double timesEven() {
    return evenShare == 0 ? 1 : share / evenShare;
  }

  private static Optional<BusiestResult> busiest(List<BusiestResult> each) {
    return Optional.of(
        Collections.max(each, (one, other) -> Double.compare(one.timesEven(), other.timesEven())));
  }

  private static long sum(List<ClientRequests> clients) {
    return clients.stream().mapToLong(ClientRequests::requests).sum();
  }
}
