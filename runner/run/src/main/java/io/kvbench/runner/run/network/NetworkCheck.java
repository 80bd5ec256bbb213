package io.kvbench.runner.run.network;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.cluster.PeerRoute;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** A check of network conditions before there are servers. */
public final class NetworkCheck {
  private static final double ROUNDING = 0.05;

  private final Settings settings;
  private final NetworkUse use;
  private final Problems problems;
  private final int nodes;
  private final Set<String> said = new HashSet<>();

  private NetworkCheck(ClusterRequest request, NetworkUse use, Problems problems) {
    this.settings = request.settings();
    this.use = use;
    this.problems = problems;
    this.nodes =
        request.endpoints().isEmpty()
            ? settings.get(ClusterSettings.NODES)
            : request.endpoints().size();
  }

  /**
   * Adds what is wrong with the conditions.
   *
   * @param use what steps do to the network; whether there can be proxies between servers is known
   *     to what starts them
   * @param bypass why clients may connect past the proxies; empty where they do not
   * @param plan empty where something else keeps it from being made
   */
  public static void check(
      ClusterRequest request,
      NetworkUse use,
      Optional<String> bypass,
      Optional<RunPlan> plan,
      Problems problems) {
    boolean installed = use.side() == NetworkSide.PEERS || ToxiproxyProcess.find().isPresent();
    check(request, use, bypass, plan, installed, problems);
  }

  static void check(
      ClusterRequest request,
      NetworkUse use,
      Optional<String> bypass,
      Optional<RunPlan> plan,
      boolean installed,
      Problems problems) {
    List<Setting<?>> given = NetworkSettings.given(request.settings(), use.side());
    if (given.isEmpty() && !use.isAny()) {
      return;
    }
    Setting<?> first = given.isEmpty() ? use.setting() : given.getFirst();
    NetworkCheck check = new NetworkCheck(request, use, problems);
    if (!installed) {
      check.add(first, PeerRoute.missing());
    }
    check.check(first, given, request, bypass, plan);
  }

  private void check(
      Setting<?> first,
      List<Setting<?>> given,
      ClusterRequest request,
      Optional<String> bypass,
      Optional<RunPlan> plan) {
    if (request.system().local()) {
      add(first, "there is no network: " + request.system().title() + " is inside kvbench.");
      return;
    }
    if (use.side() == NetworkSide.PEERS && !request.endpoints().isEmpty()) {
      add(first, "it applies to servers that kvbench starts, but endpoints are given; omit it.");
      return;
    }
    bypass.ifPresent(why -> add(first, why));
    request.endpoints().stream()
        .filter(endpoint -> EndpointTemplate.of(endpoint).isEmpty())
        .forEach(endpoint -> add(first, endpoint + " is not host:port."));
    given.stream()
        .filter(setting -> NetworkSettings.node(setting) > nodes)
        .forEach(setting -> add(setting, tooFew()));
    use.changes().stream()
        .filter(change -> change.node().orElse(0) > nodes)
        .forEach(change -> add(use.setting(), change + ": " + tooFew()));
    Conditions conditions = Conditions.of(settings, use.side());
    check(conditions, Optional.empty(), plan);
    for (NetworkChange change : use.changes()) {
      conditions = conditions.with(change);
      check(conditions, Optional.of(change), plan);
    }
  }

  private String tooFew() {
    return nodes == 1 ? "there is only 1 server." : "there are only %s servers.".formatted(nodes);
  }

  /** Checks what every server has at first, or since a change. */
  private void check(
      Conditions conditions, Optional<NetworkChange> change, Optional<RunPlan> plan) {
    for (int node = 1; node <= nodes; node++) {
      NetworkCondition condition = NetworkSettings.of(conditions, node);
      if (!condition.isPossible()) {
        once(
            NetworkSettings.jitter(conditions, node),
            change,
            condition.latency().apart() || condition.jitter().apart()
                ? "the jitter is more than the latency in the same direction."
                : "the jitter is more than the latency, %s ms."
                    .formatted(condition.latency().millis()));
      }
      if (use.side() == NetworkSide.CLIENTS && condition.bandwidth().areLimited()) {
        Setting<?> setting = NetworkSettings.bandwidth(conditions, node);
        plan.flatMap(planned -> unshareable(condition.bandwidth(), planned))
            .ifPresent(why -> once(setting, change, why));
      }
    }
  }

  /** Toxiproxy limits each connection by itself, so the share of each has to be known. */
  private Optional<String> unshareable(Bandwidths bandwidths, RunPlan plan) {
    if (plan.workload().mix(false).getOrDefault(OperationType.ONE_SHOT_READ, 0.0) > 0) {
      return Optional.of(
          "connections share it evenly, but one-shot reads connect anew each time; limit only the"
              + " latency.");
    }
    if (plan.workload().watchers().isPresent()) {
      return Optional.of(
          "connections share it evenly, but watchers may have connections of their own; limit only"
              + " the latency.");
    }
    TreeSet<Integer> counts =
        plan.phases().stream()
            .map(phase -> plan.connections(phase))
            .collect(Collectors.toCollection(TreeSet::new));
    int connections = counts.getLast();
    if (counts.size() > 1 || connections == 0) {
      return Optional.of(
          "connections share it evenly, and their number changes during the run; omit"
              + " clientsteps, or limit only the latency.");
    }
    if (plan.phases().stream().anyMatch(phase -> plan.maxConnections(phase) > connections)) {
      return Optional.of(
          "connections share it evenly, but clients that are added have connections of their own; set"
              + " clients.max to the value of clients, or limit only the latency.");
    }
    if (connections > nodes && connections % nodes != 0) {
      return Optional.of(
          "connections share it evenly, but %s connections are not spread evenly over %s servers;"
                  .formatted(connections, nodes)
              + " set connections to a multiple of "
              + nodes
              + ".");
    }
    long shares = perNode(plan, nodes);
    return bandwidths
        .limited()
        .filter(each -> each.kilobytes() / shares * shares < each.kilobytes() * (1 - ROUNDING))
        .map(
            each ->
                "%s cannot be divided among %s connections: each has whole kB/s; reduce connections."
                    .formatted(each, shares))
        .findFirst();
  }

  /** Returns how many of the plan's connections one of so many servers has. */
  static int perNode(RunPlan plan, int nodes) {
    int most =
        plan.phases().stream()
            .mapToInt((PhasePlan phase) -> plan.connections(phase))
            .max()
            .orElse(1);
    return Math.max(1, Math.ceilDiv(most, nodes));
  }

  /** A setting of all servers is wrong once, not for each of them, nor again after each step. */
  private void once(Setting<?> setting, Optional<NetworkChange> change, String message) {
    if (said.add(setting.name() + message)) {
      change.ifPresentOrElse(
          step -> add(use.setting(), step + ": " + message), () -> add(setting, message));
    }
  }

  private void add(Setting<?> setting, String message) {
    problems.add(settings.whereIs(setting), setting.name() + ": " + message);
  }
}
