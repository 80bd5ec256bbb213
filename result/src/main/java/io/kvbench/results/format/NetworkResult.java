package io.kvbench.results.format;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The network between the clients and the servers, or between the servers, where conditions were
 * set: requested, and measured before the first phase.
 *
 * @param engine what delayed and limited it, with its version
 * @param proxyMicros what the engine itself adds to a round trip: the median of many through a
 *     proxy without conditions, less the median of as many without a proxy
 * @param nodes every server, in order
 * @param changes what steps changed during the run phase; empty where nothing was changed, and in
 *     results of earlier versions
 */
public record NetworkResult(
    String engine, long proxyMicros, List<Node> nodes, Optional<List<Change>> changes) {
  public NetworkResult {
    nodes = List.copyOf(nodes);
    changes = changes.map(List::copyOf);
  }

  /** Returns this with the endpoints of servers that were not known before, by their numbers. */
  public NetworkResult at(Map<Integer, String> endpoints) {
    return new NetworkResult(
        engine,
        proxyMicros,
        nodes.stream()
            .map(node -> node.at(endpoints.getOrDefault(node.number(), node.endpoint())))
            .toList(),
        changes);
  }

  /**
   * The two directions, where different conditions were requested or their delays were given
   * separately.
   */
  public record Directions(Direction toServer, Direction fromServer) {

    /** Returns these with how long bytes were found to take. */
    public Directions measured(long toServerMicros, long fromServerMicros) {
      return new Directions(
          toServer.measured(toServerMicros), fromServer.measured(fromServerMicros));
    }
  }

  /**
   * A direction of a connection.
   *
   * @param askedBytesPerSecond empty where it is unlimited
   * @param latencyMicros the median time that bytes took, and for the way back what remained of the
   *     round trip; empty where it was not measured
   */
  public record Direction(
      long askedLatencyMicros,
      long askedJitterMicros,
      OptionalLong askedBytesPerSecond,
      OptionalLong latencyMicros) {

    private Direction measured(long micros) {
      return new Direction(
          askedLatencyMicros, askedJitterMicros, askedBytesPerSecond, OptionalLong.of(micros));
    }
  }

  /**
   * The way to one server after a step, with the median of the round trips measured right after it.
   *
   * @param step as it was planned, such as {@code net.latency=250ms@30s}
   * @param phaseNanos when it was made, from the start of the run phase
   * @param number of the server, counted from 1
   */
  public record Change(
      String step,
      long phaseNanos,
      int number,
      long askedLatencyMicros,
      long askedJitterMicros,
      OptionalLong askedBytesPerSecond,
      long roundTripMicros,
      Optional<Directions> directions) {}

  /**
   * The path to one server. Round trips and transfers are measured between kvbench and a separate
   * server at the other end of the same proxy, over as many connections as the run has.
   *
   * @param number of the server, counted from 1, as in {@code net.node1.latency}
   * @param connections how many share the bandwidth
   * @param askedLatencyMicros added to each round trip
   * @param askedJitterMicros how far each round trip may deviate from that, either way
   * @param askedBytesPerSecond in each direction; empty where it is unlimited, or differs
   * @param bytesPerSecondToServer empty where the bandwidth is unlimited
   * @param bytesPerSecondFromServer empty where the bandwidth is unlimited
   * @param directions empty where they were not told apart, and in results of earlier versions
   */
  public record Node(
      int number,
      String endpoint,
      int connections,
      long askedLatencyMicros,
      long askedJitterMicros,
      OptionalLong askedBytesPerSecond,
      long roundTripMicros,
      OptionalLong bytesPerSecondToServer,
      OptionalLong bytesPerSecondFromServer,
      Optional<Directions> directions) {

    Node at(String other) {
      return new Node(
          number,
          other,
          connections,
          askedLatencyMicros,
          askedJitterMicros,
          askedBytesPerSecond,
          roundTripMicros,
          bytesPerSecondToServer,
          bytesPerSecondFromServer,
          directions);
    }
  }
}
