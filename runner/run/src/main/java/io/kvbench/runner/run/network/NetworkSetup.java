package io.kvbench.runner.run.network;

import io.kvbench.core.plan.RunPlan;
import io.kvbench.results.format.NetworkResult;
import io.kvbench.results.format.NetworkResult.Direction;
import io.kvbench.results.format.NetworkResult.Directions;
import io.kvbench.results.format.NetworkResult.Node;
import io.kvbench.runner.cluster.ProxyServer;
import io.kvbench.runner.run.network.ProxiedLines.Way;
import io.kvbench.runner.run.network.Toxiproxy.Proxy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.function.Consumer;

/** The parts that set network conditions up. */
record NetworkSetup(
    RunPlan plan,
    NetworkUse use,
    List<String> endpoints,
    Optional<ProxyServer> proxies,
    Toxiproxy toxiproxy,
    Meter meter,
    Consumer<String> told) {
  private static final int PINGS = 200;
  private static final int TRIES = 5;
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);
  static final double LATENCY_SHARE = 0.1;
  private static final long LATENCY_MICROS = 2_000;
  private static final long SHORTEST_TRANSFER_MILLIS = 1_000;

  /** Jitter moves the beginning and the end of a transfer, which should not matter. */
  private static final long JITTERS_IN_TRANSFER = 20;

  private static final long MOST_BYTES = 1 << 28;

  private static EndpointTemplate place(String endpoint) throws NetworkException {
    return EndpointTemplate.of(endpoint)
        .orElseThrow(() -> new NetworkException(endpoint + " is not host:port"));
  }

  /** The parts of a network whose conditions are met. */
  record Ready(ProxiedAddresses route, NetworkResult measured, ProxiedLines lines) {}

  Ready perform() throws NetworkException, IOException, InterruptedException {
    List<Way> ways = new ArrayList<>();
    for (String endpoint : endpoints) {
      int number = ways.size() + 1;
      Optional<EndpointTemplate> place =
          use.side() == NetworkSide.PEERS ? Optional.empty() : Optional.of(place(endpoint));
      Proxy proxy = open("node" + number, proxies.map(all -> all.servers().get(number - 1)));
      Optional<Proxy> probe =
          use.changes().isEmpty()
              ? Optional.empty()
              : Optional.of(
                  open("probe" + number, proxies.map(all -> all.probes().get(number - 1))));
      ways.add(new Way(number, place, proxy, probe));
    }
    Conditions conditions = Conditions.of(plan.settings(), use.side());
    long own = ownCost(ways.getFirst().proxy());
    int connections = use.side() == NetworkSide.PEERS ? 1 : NetworkCheck.perNode(plan, ways.size());
    for (Way way : ways) {
      NetworkCondition condition = NetworkSettings.of(conditions, way.number());
      toxiproxy.limit(way.proxy(), condition, connections, use);
      if (way.probe().isPresent()) {
        toxiproxy.limit(way.probe().get(), condition, connections, use);
      }
    }
    NetworkResult result =
        new NetworkResult(
            toxiproxy.title(), own, measured(ways, conditions, connections), Optional.empty());
    check(result, conditions);
    told.accept("Proxy overhead: %s per round trip".formatted(millis(own)));
    for (Way way : ways) {
      if (use.resets()) {
        toxiproxy.closeHard(way.proxy());
      }
      if (way.place().isPresent()) {
        toxiproxy.redirect(way.proxy(), way.place().get().address());
      }
    }
    List<String> addresses =
        ways.stream()
            .map(
                way ->
                    way.place()
                        .map(place -> place.at(way.proxy().address()))
                        .orElse(way.proxy().address()))
            .toList();
    return new Ready(
        new ProxiedAddresses(endpoints, addresses),
        result,
        new ProxiedLines(toxiproxy, meter, use, proxies, ways, connections, conditions));
  }

  private Proxy open(String name, Optional<ProxyServer.ProxyPort> door)
      throws NetworkException, InterruptedException {
    return door.isPresent()
        ? toxiproxy.open(name, door.get(), meter.upstream())
        : toxiproxy.open(name, meter.upstream());
  }

  /** Returns what a proxy adds to a round trip as long as it has no conditions. */
  private long ownCost(Proxy proxy) throws IOException {
    long direct = Meter.median(meter.roundTrips(meter.here(), PINGS));
    long through = Meter.median(meter.roundTrips(proxy.address(), PINGS));
    return Math.max(0, through - direct);
  }

  private List<Node> measured(List<Way> ways, Conditions conditions, int connections)
      throws IOException, InterruptedException {
    List<Callable<Node>> all =
        ways.stream()
            .<Callable<Node>>map(
                way ->
                    () -> measured(way, NetworkSettings.of(conditions, way.number()), connections))
            .toList();
    return Meter.together(all);
  }

  private void check(NetworkResult result, Conditions conditions) throws NetworkException {
    List<String> missed = new ArrayList<>();
    for (Node node : result.nodes()) {
      String words = words(use.side(), NetworkSettings.of(conditions, node.number()), node);
      told.accept(words);
      if (!isMet(node, tolerance())) {
        missed.add(words);
      }
    }
    if (!missed.isEmpty()) {
      throw new NetworkException(
          ("network conditions are not met on this machine (%s). Latency may be off by 10 %% and"
                  + " 2 ms, bandwidth by %.0f %% (net.tolerance). Ask for less, run on an idle or"
                  + " faster machine, or accept more.")
              .formatted(String.join("; ", missed), tolerance() * 100),
          result);
    }
  }

  private double tolerance() {
    return plan.settings().get(NetworkSettings.TOLERANCE);
  }

  /** A busy machine may be late for some seconds. */
  private Node measured(Way way, NetworkCondition condition, int connections)
      throws IOException, InterruptedException {
    Node node = once(way, condition, connections);
    for (int tries = 1; tries < TRIES && !isMet(node, tolerance()); tries++) {
      Thread.sleep(BETWEEN_TRIES);
      node = once(way, condition, connections);
    }
    return node;
  }

  private Node once(Way way, NetworkCondition condition, int connections)
      throws IOException, InterruptedException {
    String address = way.proxy().address();
    long roundTrip = roundTrip(address, condition);
    Optional<Directions> directions = condition.directions();
    if (directions.isPresent()) {
      directions = Optional.of(measured(directions.get(), address, condition, roundTrip));
    }
    OptionalLong to =
        rate(
            condition,
            condition.bandwidth().toServer(),
            connections,
            bytes -> meter.rateTo(address, bytes));
    OptionalLong from =
        rate(
            condition,
            condition.bandwidth().fromServer(),
            connections,
            bytes -> meter.rateFrom(address, bytes));
    return new Node(
        way.number(),
        endpoints.get(way.number() - 1),
        connections,
        condition.latency().micros(),
        condition.jitter().micros(),
        condition.askedBytesPerSecond(),
        roundTrip,
        to,
        from,
        directions);
  }

  /** A transfer that measures the bandwidth of one connection. */
  @FunctionalInterface
  private interface Transfer {
    double rate(long bytes) throws IOException;
  }

  private static OptionalLong rate(
      NetworkCondition condition, Bandwidth bandwidth, int connections, Transfer each)
      throws IOException, InterruptedException {
    if (!bandwidth.isLimited()) {
      return OptionalLong.empty();
    }
    long bytes = bytes(condition, bandwidth, connections);
    return OptionalLong.of(Math.round(Meter.sum(connections, () -> each.rate(bytes))));
  }

  private Directions measured(
      Directions asked, String address, NetworkCondition condition, long roundTrip)
      throws IOException, InterruptedException {
    List<Long> nanos = lanes(condition, count -> meter.waysTo(address, count));
    if (nanos.isEmpty()) {
      return asked;
    }
    long toServer = Meter.median(nanos);
    return asked.measured(toServer, roundTrip - toServer);
  }

  /** Long delays are measured a few times; with jitter, the median takes many connections. */
  private long roundTrip(String address, NetworkCondition condition)
      throws IOException, InterruptedException {
    return Meter.median(lanes(condition, count -> meter.roundTrips(address, count)));
  }

  /** A measurement of the times of a number of messages on one connection. */
  @FunctionalInterface
  private interface Times {
    List<Long> nanos(int count) throws IOException;
  }

  private static List<Long> lanes(NetworkCondition condition, Times each)
      throws IOException, InterruptedException {
    int lanes = condition.jitter().millis() == 0 ? 1 : 20;
    int count = Math.clamp(1_000 / Math.max(1, condition.latency().millis()), 5, 50);
    List<Callable<List<Long>>> all = new ArrayList<>();
    for (int lane = 0; lane < lanes; lane++) {
      all.add(() -> each.nanos(count));
    }
    return Meter.together(all).stream().flatMap(List::stream).sorted().toList();
  }

  private static long bytes(NetworkCondition condition, Bandwidth bandwidth, int connections) {
    long millis =
        Math.max(SHORTEST_TRANSFER_MILLIS, JITTERS_IN_TRANSFER * condition.jitter().millis());
    return Math.min(MOST_BYTES, bandwidth.kilobytes() * millis) / connections;
  }

  private static boolean isMet(long roundTrip, long asked, long jitter) {
    // The median of random numbers is one itself.
    double allowed = asked * LATENCY_SHARE + LATENCY_MICROS + jitter / 4.0;
    return Math.abs(roundTrip - asked) <= allowed;
  }

  /**
   * Returns whether a node's conditions are met.
   *
   * @param tolerance how much a bandwidth may deviate, as a share of it
   */
  static boolean isMet(Node node, double tolerance) {
    OptionalLong both = node.askedBytesPerSecond();
    return isMet(node.roundTripMicros(), node.askedLatencyMicros(), node.askedJitterMicros())
        && node.directions()
            .map(
                ways ->
                    isMet(ways.toServer(), node.bytesPerSecondToServer(), tolerance)
                        && isMet(ways.fromServer(), node.bytesPerSecondFromServer(), tolerance))
            .orElseGet(
                () ->
                    isMet(both, node.bytesPerSecondToServer(), tolerance)
                        && isMet(both, node.bytesPerSecondFromServer(), tolerance));
  }

  private static boolean isMet(Direction way, OptionalLong bytesPerSecond, double tolerance) {
    return isMet(way.askedBytesPerSecond(), bytesPerSecond, tolerance)
        && (way.latencyMicros().isEmpty()
            || isMet(
                way.latencyMicros().getAsLong(),
                way.askedLatencyMicros(),
                way.askedJitterMicros()));
  }

  private static boolean isMet(OptionalLong asked, OptionalLong measured, double tolerance) {
    return asked.isEmpty()
        || Math.abs(measured.orElse(0) - asked.getAsLong()) <= asked.getAsLong() * tolerance;
  }

  private static String words(NetworkSide side, NetworkCondition condition, Node node) {
    List<String> measured = new ArrayList<>();
    measured.add("round trip " + millis(node.roundTripMicros()));
    node.directions()
        .map(ways -> ways.toServer().latencyMicros())
        .ifPresent(to -> to.ifPresent(micros -> measured.add(millis(micros) + " to the server")));
    node.bytesPerSecondToServer()
        .ifPresent(rate -> measured.add(Bandwidth.text(rate) + " to the server"));
    node.bytesPerSecondFromServer().ifPresent(rate -> measured.add(Bandwidth.text(rate) + " back"));
    return "Network to node %s%s: requested %s; measured %s"
        .formatted(node.number(), side.words(), condition, String.join(", ", measured));
  }

  static String millis(long micros) {
    return String.format(Locale.ROOT, "%.2f ms", micros / 1e3);
  }
}
