package io.kvbench.runner.run.network;

import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.server.PeerPort;
import io.kvbench.results.format.NetworkResult;
import io.kvbench.results.format.NetworkResult.Direction;
import io.kvbench.results.format.NetworkResult.Directions;
import io.kvbench.results.format.NetworkResult.Node;
import io.kvbench.runner.cluster.ProxyPlace;
import io.kvbench.runner.run.network.Toxiproxy.Proxy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The network between the clients and the servers of a run, or between the servers, with its
 * conditions if it has any.
 */
public final class Network implements AutoCloseable {
  private static final int PINGS = 200;
  private static final int TRIES = 5;
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);
  private static final double LATENCY_SHARE = 0.1;
  private static final long LATENCY_MICROS = 2_000;

  /** Under load, round trips also wait for a processor. */
  private static final long LOADED_MICROS = 20_000;

  private static final long SHORTEST_TRANSFER_MILLIS = 1_000;

  /** Jitter moves the beginning and the end of a transfer, which should not matter. */
  private static final long JITTERS_IN_TRANSFER = 20;

  private static final long MOST_BYTES = 1 << 28;

  /** For proxies with the port numbers of servers on the first; Linux has a network of them. */
  private static final String SECOND_LOOPBACK = "127.107.118.98";

  /** A few are enough, and disturb the load little. */
  private static final int STEP_PINGS = 3;

  private final @Nullable Toxiproxy toxiproxy;
  private final Route route;
  private final Optional<NetworkResult> measured;
  private final List<NetworkResult.Change> changes = new ArrayList<>();
  private final @Nullable Lines lines;

  /** Of servers that were started after the proxies before them. */
  private final Map<Integer, String> listening = new ConcurrentHashMap<>();

  private Network(
      @Nullable Toxiproxy toxiproxy,
      Route route,
      Optional<NetworkResult> measured,
      @Nullable Lines lines) {
    this.toxiproxy = toxiproxy;
    this.route = route;
    this.measured = measured;
    this.lines = lines;
  }

  /**
   * Sets the planned conditions up, and measures whether they are met.
   *
   * @param use what steps will do to it
   * @param endpoints the servers' own; for the network between servers, which are started later and
   *     reported by {@link #lead}, their names
   * @param place where proxies are; empty for the loopback address
   * @param told gets what was measured beside what was asked for
   * @throws NetworkException if they are not met
   * @throws InterruptedException if the caller gives up; nothing is left behind
   */
  public static Network open(
      RunPlan plan,
      NetworkUse use,
      List<String> endpoints,
      Optional<ProxyPlace> place,
      Consumer<String> told)
      throws NetworkException, InterruptedException {
    if (!isNeeded(plan, use)) {
      return direct(endpoints);
    }
    Toxiproxy toxiproxy =
        place.isPresent()
            ? Toxiproxy.at(place.get())
            : Toxiproxy.start(plan.settings(), plan.workload().seed(), told);
    Meter meter = null;
    boolean opened = false;
    try {
      meter = place.isPresent() ? ProxyMeter.of(place.get(), toxiproxy) : NetworkMeter.start();
      Network network = new Setup(plan, use, endpoints, place, toxiproxy, meter, told).perform();
      opened = true;
      return network;
    } catch (IOException e) {
      throw new NetworkException("the network conditions could not be measured: " + e, e);
    } finally {
      if (!opened) {
        toxiproxy.close();
        if (meter != null) {
          meter.close();
        }
      }
    }
  }

  /** Returns the network that is there without proxies. */
  static Network direct(List<String> endpoints) {
    return new Network(null, Route.direct(endpoints), Optional.empty(), null);
  }

  /** Returns whether there are proxies between the clients and the servers. */
  public static boolean isNeeded(RunPlan plan, NetworkUse use) {
    return use.isAny() || !NetworkSettings.given(plan.settings(), use.side()).isEmpty();
  }

  public Route route() {
    return route;
  }

  /** Returns what was asked for and measured until now; empty where there are no proxies. */
  public Optional<NetworkResult> result() {
    synchronized (changes) {
      return measured
          .map(result -> result.at(listening))
          .map(result -> changes.isEmpty() ? result : result.with(changes));
    }
  }

  /**
   * Lets a proxy lead to where its server is going to listen.
   *
   * @param node counted from 1
   * @return the address of the proxy for servers
   */
  String lead(int node, String address, PeerPort port)
      throws NetworkException, InterruptedException {
    listening.put(node, address);
    return lines().lead(node, address, port);
  }

  /**
   * Opens another way to a server, without conditions, under the address's own number.
   *
   * @return the address of it for servers
   */
  String besides(int node, String address) throws NetworkException, InterruptedException {
    return lines().besides(node, address);
  }

  /** Returns why the conditions did not hold until the end, if that is known. */
  public Optional<String> lost() {
    return toxiproxy == null || toxiproxy.isAlive()
        ? Optional.empty()
        : Optional.of("Toxiproxy has ended");
  }

  /**
   * Stops all bytes between the clients and a server; connections stay open.
   *
   * @param node counted from 1
   */
  public void cut(int node, CutDirection directions) throws NetworkException, InterruptedException {
    lines().cut(node, directions);
  }

  /** Ends a cut; connections that were open end, too. */
  public void heal(int node) throws NetworkException, InterruptedException {
    lines().heal(node);
  }

  /** Closes the connections between the clients and a server by RST. */
  public void reset(int node) throws NetworkException, InterruptedException {
    lines().reset(node);
  }

  /**
   * Lets connections that are opened from now on close as usual. Until this is called, and after
   * each {@link #reset}, they close by RST, where resets are planned: what was sent last may then
   * be lost, as in servers' answers to queries over connections of their own.
   */
  public void closeSoftly() throws NetworkException, InterruptedException {
    if (lines != null) {
      lines.closeSoftly();
    }
  }

  /** Changes a condition, also for the connections that are open. */
  public void change(NetworkChange change) throws NetworkException, InterruptedException {
    lines().change(change);
  }

  /**
   * Measures round trips after a change, through proxies with the same conditions that lead to a
   * server inside kvbench. Takes a few of them.
   *
   * @param step the change with its time, as planned
   * @param phaseNanos when it was made
   * @param told gets what was measured beside what was asked for
   * @return whether the conditions are met
   */
  public boolean measure(NetworkChange change, String step, long phaseNanos, Consumer<String> told)
      throws NetworkException, InterruptedException {
    boolean met = true;
    for (NetworkResult.Change found : lines().measure(change, step, phaseNanos)) {
      synchronized (changes) {
        changes.add(found);
      }
      met &=
          Math.abs(found.roundTripMicros() - found.askedLatencyMicros())
              <= found.askedLatencyMicros() * LATENCY_SHARE
                  + LOADED_MICROS
                  + found.askedJitterMicros();
      told.accept(
          "%s: node %s requested round trip +%s, measured %s"
              .formatted(
                  step,
                  found.number(),
                  millis(found.askedLatencyMicros()),
                  millis(found.roundTripMicros())));
    }
    return met;
  }

  private Lines lines() {
    if (lines == null) {
      throw new IllegalStateException("nothing was planned for the network");
    }
    return lines;
  }

  @Override
  public void close() {
    if (toxiproxy != null) {
      toxiproxy.close();
    }
    if (lines != null) {
      lines.meter().close();
    }
  }

  /** The network path to one server, with a second path like it for measurements during the run. */
  private record Way(int number, Optional<Place> place, Proxy proxy, Optional<Proxy> probe) {}

  /** The proxied connections that steps change. For one thread at a time. */
  private static final class Lines {
    private final Toxiproxy toxiproxy;
    private final Meter meter;
    private final NetworkUse use;
    private final Optional<ProxyPlace> place;
    private final List<Way> ways;
    private final int connections;
    private final Set<Way> hard = new HashSet<>();

    /** Their proxies are left alone: a toxic that changes there may never be done. */
    private final Set<Way> cut = new HashSet<>();

    private volatile Conditions conditions;

    Lines(
        Toxiproxy toxiproxy,
        Meter meter,
        NetworkUse use,
        Optional<ProxyPlace> place,
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

    String besides(int node, String address) throws NetworkException, InterruptedException {
      ProxyPlace there = place.orElseThrow();
      toxiproxy.create(
          "besides" + node + number(address),
          Toxiproxy.EVERYWHERE + number(address),
          address,
          true);
      return there.host() + number(address);
    }

    /** Returns the port of an address with its colon. */
    private static String number(String address) {
      return address.substring(address.lastIndexOf(':'));
    }

    void cut(int node, CutDirection directions) throws NetworkException, InterruptedException {
      Way way = ways.get(node - 1);
      cut.add(way);
      toxiproxy.cut(way.proxy(), directions);
    }

    void heal(int node) throws NetworkException, InterruptedException {
      Way way = ways.get(node - 1);
      toxiproxy.replace(way.proxy(), way.place().orElseThrow().address());
      toxiproxy.limit(way.proxy(), NetworkSettings.of(conditions, way.number()), connections, use);
      if (hard.contains(way)) {
        toxiproxy.closeHard(way.proxy());
      }
      toxiproxy.enable(way.proxy());
      cut.remove(way);
    }

    /** The clients' next connections have to be such that they can be reset again. */
    void reset(int node) throws NetworkException, InterruptedException {
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

    void change(NetworkChange change) throws NetworkException, InterruptedException {
      Conditions before = conditions;
      conditions = before.with(change);
      for (Way way : changed(before, conditions)) {
        Condition condition = NetworkSettings.of(conditions, way.number());
        if (!cut.contains(way)) {
          toxiproxy.change(way.proxy(), condition, connections, use);
        }
        toxiproxy.change(way.probe().orElseThrow(), condition, connections, use);
      }
    }

    private List<Way> changed(Conditions before, Conditions after) {
      return ways.stream()
          .filter(way -> !NetworkSettings.of(before, way.number()).equals(NetworkSettings.of(after, way.number())))
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

    private NetworkResult.Change measure(Way way, Condition asked, String step, long phaseNanos)
        throws NetworkException {
      try {
        List<Long> nanos = meter.roundTrips(way.probe().orElseThrow().address(), STEP_PINGS);
        return new NetworkResult.Change(
            step,
            phaseNanos,
            way.number(),
            asked.latency().micros(),
            asked.jitter().micros(),
            asked.askedBytesPerSecond(),
            median(nanos),
            asked.directions());
      } catch (IOException e) {
        throw new NetworkException("the round trip could not be measured: " + e, e);
      }
    }
  }

  private static long median(List<Long> sortedNanos) {
    return Math.round(sortedNanos.get(sortedNanos.size() / 2) / 1e3);
  }

  /** The parts that set network conditions up. */
  private record Setup(
      RunPlan plan,
      NetworkUse use,
      List<String> endpoints,
      Optional<ProxyPlace> proxies,
      Toxiproxy toxiproxy,
      Meter meter,
      Consumer<String> told) {

    private static Place place(String endpoint) throws NetworkException {
      return Place.of(endpoint)
          .orElseThrow(() -> new NetworkException(endpoint + " is not host:port"));
    }

    Network perform() throws NetworkException, IOException, InterruptedException {
      List<Way> ways = new ArrayList<>();
      for (String endpoint : endpoints) {
        int number = ways.size() + 1;
        Optional<Place> place =
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
      int connections =
          use.side() == NetworkSide.PEERS ? 1 : NetworkCheck.perNode(plan, ways.size());
      for (Way way : ways) {
        Condition condition = NetworkSettings.of(conditions, way.number());
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
      return new Network(
          toxiproxy,
          new Route(endpoints, addresses),
          Optional.of(result),
          new Lines(toxiproxy, meter, use, proxies, ways, connections, conditions));
    }

    private Proxy open(String name, Optional<ProxyPlace.Door> door)
        throws NetworkException, InterruptedException {
      return door.isPresent()
          ? toxiproxy.open(name, door.get(), meter.upstream())
          : toxiproxy.open(name, meter.upstream());
    }

    /** Returns what a proxy adds to a round trip as long as it has no conditions. */
    private long ownCost(Proxy proxy) throws IOException {
      long direct = median(meter.roundTrips(meter.here(), PINGS));
      long through = median(meter.roundTrips(proxy.address(), PINGS));
      return Math.max(0, through - direct);
    }

    private List<Node> measured(List<Way> ways, Conditions conditions, int connections)
        throws IOException, InterruptedException {
      List<Callable<Node>> all =
          ways.stream()
              .<Callable<Node>>map(
                  way -> () -> measured(way, NetworkSettings.of(conditions, way.number()), connections))
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
    private Node measured(Way way, Condition condition, int connections)
        throws IOException, InterruptedException {
      Node node = once(way, condition, connections);
      for (int tries = 1; tries < TRIES && !isMet(node, tolerance()); tries++) {
        Thread.sleep(BETWEEN_TRIES);
        node = once(way, condition, connections);
      }
      return node;
    }

    private Node once(Way way, Condition condition, int connections)
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
        Condition condition, Bandwidth bandwidth, int connections, Transfer each)
        throws IOException, InterruptedException {
      if (!bandwidth.isLimited()) {
        return OptionalLong.empty();
      }
      long bytes = bytes(condition, bandwidth, connections);
      return OptionalLong.of(Math.round(Meter.sum(connections, () -> each.rate(bytes))));
    }

    private Directions measured(
        Directions asked, String address, Condition condition, long roundTrip)
        throws IOException, InterruptedException {
      List<Long> nanos = lanes(condition, count -> meter.waysTo(address, count));
      if (nanos.isEmpty()) {
        return asked;
      }
      long toServer = median(nanos);
      return asked.measured(toServer, roundTrip - toServer);
    }

    /** Long delays are measured a few times; with jitter, the median takes many connections. */
    private long roundTrip(String address, Condition condition)
        throws IOException, InterruptedException {
      return median(lanes(condition, count -> meter.roundTrips(address, count)));
    }

    /** A measurement of the times of a number of messages on one connection. */
    @FunctionalInterface
    private interface Times {
      List<Long> nanos(int count) throws IOException;
    }

    private static List<Long> lanes(Condition condition, Times each)
        throws IOException, InterruptedException {
      int lanes = condition.jitter().millis() == 0 ? 1 : 20;
      int count = Math.clamp(1_000 / Math.max(1, condition.latency().millis()), 5, 50);
      List<Callable<List<Long>>> all = new ArrayList<>();
      for (int lane = 0; lane < lanes; lane++) {
        all.add(() -> each.nanos(count));
      }
      return Meter.together(all).stream().flatMap(List::stream).sorted().toList();
    }

    private static long bytes(Condition condition, Bandwidth bandwidth, int connections) {
      long millis =
          Math.max(SHORTEST_TRANSFER_MILLIS, JITTERS_IN_TRANSFER * condition.jitter().millis());
      return Math.min(MOST_BYTES, bandwidth.kilobytes() * millis) / connections;
    }
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

  private static String words(NetworkSide side, Condition condition, Node node) {
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

  private static String millis(long micros) {
    return String.format(Locale.ROOT, "%.2f ms", micros / 1e3);
  }
}
