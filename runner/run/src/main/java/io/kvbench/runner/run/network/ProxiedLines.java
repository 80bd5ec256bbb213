package io.kvbench.runner.run.network;

import io.kvbench.core.server.PeerPort;
import io.kvbench.results.format.NetworkResult;
import io.kvbench.runner.cluster.ProxyServer;
import io.kvbench.runner.run.network.Toxiproxy.Proxy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The proxied connections that steps change. For one thread at a time. */
public final class ProxiedLines {
  /** For proxies with the port numbers of servers on the first; Linux has a network of them. */
  private static final String SECOND_LOOPBACK = "127.107.118.98";

  /** A few are enough, and disturb the load little. */
  private static final int STEP_PINGS = 3;

  /** The network path to one server, with a second path like it for measurements during the run. */
  record Way(int number, Optional<EndpointTemplate> place, Proxy proxy, Optional<Proxy> probe) {}

  private final Toxiproxy toxiproxy;
  private final Meter meter;
  private final NetworkUse use;
  private final Optional<ProxyServer> place;
  private final List<Way> ways;
  private final int connections;
  private final Set<Way> hard = new HashSet<>();

  /** Their proxies are left alone: a toxic that changes there may never be done. */
  private final Set<Way> cut = new HashSet<>();

  private volatile Conditions conditions;

  ProxiedLines(
      Toxiproxy toxiproxy,
      Meter meter,
      NetworkUse use,
      Optional<ProxyServer> place,
      List<Way> ways,
      int connections,
      Conditions conditions) {
    this.toxiproxy = toxiproxy;
    this.meter = meter;
    this.use = use;
    this.place = place;
    this.ways = List.copyOf(ways);
    this.connections = connections;
    this.conditions = conditions;
    if (use.resets()) {
      hard.addAll(ways);
    }
  }

  Toxiproxy toxiproxy() {
    return toxiproxy;
  }

  Meter meter() {
    return meter;
  }

  String lead(int node, String address, PeerPort port)
      throws NetworkException, InterruptedException {
    Proxy proxy = ways.get(node - 1).proxy();
    if (place.isPresent()) {
      toxiproxy.redirect(proxy, address);
      return place.get().host() + ":" + place.get().servers().get(node - 1).port();
    }
    if (!port.sameNumber()) {
      toxiproxy.redirect(proxy, address);
      return proxy.address();
    }
    String other = SECOND_LOOPBACK + number(address);
    toxiproxy.move(proxy, other, address);
    return other;
  }

  /**
   * Opens another way to a server, without conditions, under the address's own number.
   *
   * @return the address of it for servers
   */
  String besides(int node, String address) throws NetworkException, InterruptedException {
    ProxyServer there = place.orElseThrow();
    toxiproxy.create(
        "besides" + node + number(address), Toxiproxy.EVERYWHERE + number(address), address, true);
    return there.host() + number(address);
  }

  /** Returns the port of an address with its colon. */
  private static String number(String address) {
    return address.substring(address.lastIndexOf(':'));
  }

  /**
   * Stops all bytes between the clients and a server; connections stay open.
   *
   * @param node counted from 1
   */
  public void cut(int node, CutDirection directions) throws NetworkException, InterruptedException {
    Way way = ways.get(node - 1);
    cut.add(way);
    toxiproxy.cut(way.proxy(), directions);
  }

  /** Ends a cut; connections that were open end, too. */
  public void heal(int node) throws NetworkException, InterruptedException {
    Way way = ways.get(node - 1);
    toxiproxy.replace(way.proxy(), way.place().orElseThrow().address());
    toxiproxy.limit(way.proxy(), NetworkSettings.of(conditions, way.number()), connections, use);
    if (hard.contains(way)) {
      toxiproxy.closeHard(way.proxy());
    }
    toxiproxy.enable(way.proxy());
    cut.remove(way);
  }

  /**
   * Closes the connections between the clients and a server by RST. Their next ones have to be such
   * that they can be reset again.
   */
  public void reset(int node) throws NetworkException, InterruptedException {
    Way way = ways.get(node - 1);
    if (hard.add(way) && !cut.contains(way)) {
      toxiproxy.closeHard(way.proxy());
    }
    toxiproxy.reset(way.proxy());
  }

  void closeSoftly() throws NetworkException, InterruptedException {
    for (Way way : List.copyOf(hard)) {
      if (!cut.contains(way)) {
        toxiproxy.closeSoftly(way.proxy());
      }
      hard.remove(way);
    }
  }

  /** Changes a condition, also for the connections that are open. */
  public void change(NetworkChange change) throws NetworkException, InterruptedException {
    Conditions before = conditions;
    conditions = before.with(change);
    for (Way way : changed(before, conditions)) {
      NetworkCondition condition = NetworkSettings.of(conditions, way.number());
      if (!cut.contains(way)) {
        toxiproxy.change(way.proxy(), condition, connections, use);
      }
      toxiproxy.change(way.probe().orElseThrow(), condition, connections, use);
    }
  }

  private List<Way> changed(Conditions before, Conditions after) {
    return ways.stream()
        .filter(
            way ->
                !NetworkSettings.of(before, way.number())
                    .equals(NetworkSettings.of(after, way.number())))
        .toList();
  }

  /** A change for all servers does not apply to one with a separate setting. */
  List<NetworkResult.Change> measure(NetworkChange change, String step, long phaseNanos)
      throws NetworkException, InterruptedException {
    Conditions asked = conditions;
    List<NetworkResult.Change> found = new ArrayList<>();
    for (Way way : ways) {
      if (change.node().isEmpty() || change.node().getAsInt() == way.number()) {
        found.add(measure(way, NetworkSettings.of(asked, way.number()), step, phaseNanos));
      }
    }
    return found;
  }

  private NetworkResult.Change measure(
      Way way, NetworkCondition asked, String step, long phaseNanos) throws NetworkException {
    try {
      List<Long> nanos = meter.roundTrips(way.probe().orElseThrow().address(), STEP_PINGS);
      return new NetworkResult.Change(
          step,
          phaseNanos,
          way.number(),
          asked.latency().micros(),
          asked.jitter().micros(),
          asked.askedBytesPerSecond(),
          Meter.median(nanos),
          asked.directions());
    } catch (IOException e) {
      throw new NetworkException("the round trip could not be measured: " + e, e);
    }
  }
}
