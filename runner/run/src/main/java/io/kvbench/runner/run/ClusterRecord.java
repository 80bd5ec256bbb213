package io.kvbench.runner.run;

import io.kvbench.core.binding.ServerState;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.format.RoundTripResult;
import io.kvbench.results.format.RunResult.ClusterResult;
import io.kvbench.results.format.RunResult.StoreUnchecked;
import io.kvbench.results.format.SecurityResult;
import io.kvbench.results.format.ServerEvents;
import io.kvbench.results.format.ServerResult;
import io.kvbench.runner.cluster.Cluster;
import io.kvbench.runner.cluster.ClusterNode;
import io.kvbench.runner.cluster.ClusterSettings;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** The knowledge so far about the servers of a run, from before its phases and from after them. */
final class ClusterRecord {
  /** The kind of servers that others started. */
  static final String EXTERNAL = "external";

  private ClusterResult started;
  private Optional<String> startedVersion = Optional.empty();
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, OptionalLong> diskBytes = new LinkedHashMap<>();
  private List<ServerState> before = List.of();
  private List<ServerState> after = List.of();
  private Optional<ServerEvents> events = Optional.empty();
  private Optional<List<RoundTripResult>> roundTrips = Optional.empty();
  private Optional<SecurityResult> security = Optional.empty();

  ClusterRecord(String unknown) {
    started = ClusterResult.of(unknown, 0, "no servers", List.of());
  }

  private static Optional<SecurityResult> security(Cluster cluster, Settings settings) {
    return cluster
        .secured()
        .map(
            servers ->
                new SecurityResult(
                    settings.find(ClusterSettings.TLS).orElse(false),
                    settings.find(ClusterSettings.AUTH).orElse(false)));
  }

  void started(Cluster cluster, Settings settings) {
    started =
        ClusterResult.of(
            cluster.kind(), cluster.nodes().size(), cluster.description(), cluster.endpoints());
    startedVersion = cluster.version();
    security = security(cluster, settings);
    // The names of servers elsewhere are made of their endpoints.
    if (!cluster.kind().equals(EXTERNAL)) {
      cluster.nodes().forEach(node -> names.put(node.endpoint(), node.name()));
    }
  }

  void stopped(Cluster cluster) {
    for (ClusterNode node : cluster.nodes()) {
      diskBytes.put(node.endpoint(), node.diskBytes());
    }
  }

  void before(List<ServerState> states) {
    before = List.copyOf(states);
  }

  void after(List<ServerState> states) {
    after = List.copyOf(states);
  }

  void events(ServerEvents found) {
    events = Optional.of(found);
  }

  void roundTrips(Optional<List<RoundTripResult>> found) {
    roundTrips = found;
  }

  OptionalLong keysBefore() {
    return keys(before);
  }

  OptionalLong keysAfter() {
    return keys(after);
  }

  /** Returns how many records there are by what servers say; empty where no one says it. */
  static OptionalLong keys(List<ServerState> states) {
    return greatest(states, ServerState::keys);
  }

  /** Returns why the number of records is unknown, before or after; empty where both are known. */
  Optional<StoreUnchecked> unchecked() {
    if (keysAfter().isEmpty()) {
      return Optional.of(unchecked(after));
    }
    return keysBefore().isEmpty() ? uncountedBefore() : Optional.empty();
  }

  /** Returns why the number of records is unknown before the first phase; empty where it is not. */
  Optional<StoreUnchecked> uncountedBefore() {
    if (keysBefore().isPresent()) {
      return Optional.empty();
    }
    StoreUnchecked first = unchecked(before);
    return Optional.of(
        new StoreUnchecked("before the first phase, " + first.reason(), first.declared()));
  }

  /** A server that failed to count comes first: the others may have left the counting to it. */
  private static StoreUnchecked unchecked(List<ServerState> states) {
    if (states.isEmpty()) {
      return new StoreUnchecked("the servers were not queried", false);
    }
    Optional<StoreUnchecked> failed =
        states.stream()
            .filter(state -> state.problem().isPresent())
            .findFirst()
            .map(
                state ->
                    new StoreUnchecked(
                        state.endpoint() + ": " + state.problem().orElseThrow(), false));
    Optional<StoreUnchecked> declared =
        states.stream()
            .flatMap(state -> Stream.ofNullable(state.details().get(ServerState.NOT_COUNTED)))
            .findFirst()
            .map(why -> new StoreUnchecked("the records were not counted: " + why, true));
    return failed
        .or(() -> declared)
        .orElseGet(() -> new StoreUnchecked("no server reports its number of records", false));
  }

  /** Returns the version that the first server reports, or the one that was started. */
  Optional<String> version() {
    return Stream.concat(before.stream(), after.stream())
        .flatMap(state -> state.version().stream())
        .findFirst()
        .or(() -> startedVersion);
  }

  ClusterResult result() {
    return new ClusterResult(
        started.kind(),
        started.nodes(),
        started.description(),
        started.endpoints(),
        servers(),
        elections(),
        events,
        roundTrips,
        security);
  }

  private Optional<List<ServerResult>> servers() {
    Set<String> endpoints = new LinkedHashSet<>();
    after.forEach(state -> endpoints.add(state.endpoint()));
    before.forEach(state -> endpoints.add(state.endpoint()));
    return endpoints.isEmpty()
        ? Optional.empty()
        : Optional.of(endpoints.stream().map(this::server).toList());
  }

  private ServerResult server(String endpoint) {
    Optional<ServerState> first = of(endpoint, before);
    Optional<ServerState> last = of(endpoint, after);
    return new ServerResult(
        endpoint,
        Optional.ofNullable(names.get(endpoint)),
        last.flatMap(ServerState::version).or(() -> first.flatMap(ServerState::version)),
        last.map(ServerState::leader).orElse(false),
        last.map(ServerState::keys).orElse(OptionalLong.empty()),
        diskBytes.getOrDefault(endpoint, OptionalLong.empty()),
        first.map(ServerState::term).orElse(OptionalLong.empty()),
        last.map(ServerState::term).orElse(OptionalLong.empty()),
        last.map(ServerState::details).orElse(Map.of()),
        last.flatMap(ServerState::problem));
  }

  private static Optional<ServerState> of(String endpoint, List<ServerState> states) {
    return states.stream().filter(state -> state.endpoint().equals(endpoint)).findFirst();
  }

  /** By the terms; and where another server leads there was at least one. */
  private OptionalLong elections() {
    OptionalLong first = greatest(before, ServerState::term);
    OptionalLong last = greatest(after, ServerState::term);
    boolean terms = first.isPresent() && last.isPresent();
    Optional<String> leader = leader(before);
    Optional<String> successor = leader(after);
    if (!terms && (leader.isEmpty() || successor.isEmpty())) {
      return OptionalLong.empty();
    }
    long another = successor.isPresent() && leader.isPresent() && !leader.equals(successor) ? 1 : 0;
    return OptionalLong.of(
        terms ? Math.max(another, last.getAsLong() - first.getAsLong()) : another);
  }

  private static Optional<String> leader(List<ServerState> states) {
    return states.stream().filter(ServerState::leader).map(ServerState::endpoint).findFirst();
  }

  /** A server may be behind the others; none has what the store has not. */
  private static OptionalLong greatest(
      List<ServerState> states, Function<ServerState, OptionalLong> figure) {
    return states.stream().flatMapToLong(state -> figure.apply(state).stream()).max();
  }
}
