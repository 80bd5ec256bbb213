package io.kvbench.runner.run.fault;

import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import io.kvbench.runner.run.network.CutDirection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A check of planned steps before there are servers. */
public final class FaultCheck {
  private final ClusterRequest request;
  private final Settings settings;
  private final List<Step> steps;
  private final List<Fault> faults;
  private final boolean external;
  private final int nodes;
  private final Problems problems;

  private FaultCheck(ClusterRequest request, Problems problems) {
    this.request = request;
    this.settings = request.settings();
    this.steps = FaultSettings.steps(settings);
    this.faults = FaultSettings.faults(settings);
    this.external = !request.endpoints().isEmpty();
    this.nodes = external ? request.endpoints().size() : settings.get(ClusterSettings.NODES);
    this.problems = problems;
  }

  /**
   * Adds what is wrong with the steps.
   *
   * @param plan empty where something else keeps it from being made
   */
  public static void check(ClusterRequest request, Optional<RunPlan> plan, Problems problems) {
    FaultCheck check = new FaultCheck(request, problems);
    check.methods();
    if (!check.steps.isEmpty()) {
      check.check(plan);
    }
  }

  private void check(Optional<RunPlan> plan) {
    if (request.system().local()) {
      add("there are no servers: " + request.system().title() + " is inside kvbench.");
      return;
    }
    boolean possible = true;
    for (Fault fault : faults) {
      possible &= options(fault);
      possible &= target(fault);
      possible &= methods(fault);
    }
    if (settings.isGiven(RunSettings.CLIENT_STEPS)) {
      add("it cannot be combined with clientsteps: the steps would not be comparable.");
      return;
    }
    plan.ifPresent(this::times);
    if (possible) {
      simulation(plan.flatMap(FaultCheck::run).flatMap(PhasePlan::duration));
    }
  }

  private static Optional<PhasePlan> run(RunPlan plan) {
    return plan.phases().stream().filter(phase -> phase.name() == PhaseName.RUN).findFirst();
  }

  private void times(RunPlan plan) {
    Optional<PhasePlan> run = run(plan);
    if (run.isEmpty()) {
      add("its times are relative to the start of the run phase, but there is only a load phase.");
      return;
    }
    Duration end = run.get().duration().orElse(Duration.ofSeconds(Long.MAX_VALUE));
    steps.stream()
        .filter(step -> step.at().compareTo(end) >= 0)
        .forEach(
            step ->
                add(
                    step
                        + " is after the end of the run phase, at "
                        + end.toSeconds()
                        + " s at the latest (maxexecutiontime)."));
  }

  /** Settings for servers that kvbench did not start require such servers. */
  private void methods() {
    List<Setting<?>> given = FaultSettings.methods(settings);
    for (Setting<?> setting : given) {
      if (!external) {
        problems.add(
            settings.whereIs(setting),
            setting.name()
                + ": it applies to servers that kvbench did not start; set endpoints, or omit it.");
      }
    }
    if (external && IntStream.rangeClosed(1, nodes).anyMatch(this::hasContainer)) {
      FaultMethods.engine()
          .map(engine -> engine.obstacle())
          .orElse(Optional.of(FaultMethods.NO_ENGINE))
          .ifPresent(why -> problems.add("fault.container", why + "."));
    }
  }

  private boolean hasContainer(int node) {
    return FaultSettings.container(settings, node).isPresent();
  }

  /** Returns whether the fault can be injected into servers that kvbench did not start. */
  private boolean methods(Fault fault) {
    if (!external) {
      if (fault.action().isByCommand()) {
        add(
            "%s: kvbench cannot skew the clock of servers that it starts, which have this machine's;"
                    .formatted(fault)
                + " set endpoints, and "
                + FaultSettings.command(fault.action()).name()
                + " to a command.");
        return false;
      }
      return true;
    }
    List<FaultAction> needed = new ArrayList<>(List.of(fault.action()));
    if (fault.lasting().isPresent()) {
      fault.action().undo().ifPresent(needed::add);
    }
    boolean all = true;
    for (FaultAction action : needed) {
      boolean contained =
          fault.number().isPresent()
              ? hasContainer(fault.number().getAsInt())
              : IntStream.rangeClosed(1, nodes).allMatch(this::hasContainer);
      if (!action.isOfNetwork()
          && !(action.isOfProcess() && contained)
          && !settings.isGiven(FaultSettings.command(action))) {
        add(
            "%s: kvbench did not start these servers; set %s to a command%s"
                .formatted(
                    fault,
                    FaultSettings.command(action).name(),
                    action.isOfProcess()
                        ? ", or fault.container.node1 and so on to their containers on this"
                            + " machine."
                        : "."));
        all = false;
      }
    }
    return all;
  }

  private boolean options(Fault fault) {
    Optional<Duration> every = fault.every();
    Optional<Duration> lasting = fault.lasting();
    if (lasting.isPresent() && fault.action().undo().isEmpty()) {
      add(
          "%s: for= applies to %s, which can be undone."
              .formatted(
                  fault,
                  Stream.of(FaultAction.values())
                      .filter(action -> action.undo().isPresent())
                      .map(FaultAction::word)
                      .collect(Collectors.joining(", "))));
    } else if (lasting.isPresent()
        && every.isPresent()
        && lasting.get().compareTo(every.get()) >= 0) {
      add(fault + ": it lasts until it is repeated; make for= shorter than every=.");
    } else if (fault.direction() != CutDirection.BOTH
        && (fault.action() != FaultAction.CUT
            || settings.isGiven(FaultSettings.command(FaultAction.CUT)))) {
      add(fault + ": direction= applies to cuts by kvbench's own proxies.");
    } else {
      return true;
    }
    return false;
  }

  /** Returns whether the action supports the target. */
  private boolean target(Fault fault) {
    String target = fault.target();
    boolean fits =
        switch (target) {
          case Fault.LEADER, Fault.FOLLOWER -> fault.action().state().isEmpty();
          default ->
              !fault.isByState() || fault.action().state().filter(target::equals).isPresent();
        };
    if (!fits) {
      add(fault + " is not possible: " + advice(fault.action()));
    } else if (fault.action() == FaultAction.ISOLATE && nodes == 1 && !external) {
      add(fault + ": there is only 1 server, so there are no others; set cluster.nodes=3.");
      fits = false;
    } else if (fault.number().orElse(0) > nodes) {
      add(
          fault
              + (nodes == 1
                  ? ": there is only 1 server."
                  : ": there are only %s servers.".formatted(nodes)));
      fits = false;
    }
    return fits;
  }

  private static String advice(FaultAction action) {
    return action
        .state()
        .map(state -> "its target is %s, all, random or a server.".formatted(state))
        .orElse("its target is leader, follower, all, random or a server.");
  }

  /** Without a majority in the end the store would answer nothing for the rest of the run. */
  private void simulation(Optional<Duration> end) {
    FaultSimulation simulation =
        FaultSimulation.of(faults, nodes, end.orElse(Duration.ofSeconds(Long.MAX_VALUE / 2)));
    simulation.impossible().forEach((fault, why) -> add(fault + " is not possible: " + why + "."));
    if (!simulation.impossible().isEmpty()) {
      return;
    }
    // Endpoints may be some of the servers only.
    int needed = external ? 1 : nodes / 2 + 1;
    if (simulation.left() < needed) {
      add(
          "of %s only %s would be left at the end, but the store needs %s to answer; %s"
              .formatted(
                  nodes == 1 ? "1 server" : nodes + " servers",
                  simulation.left(),
                  needed,
                  nodes == 1 && !external
                      ? "start three with cluster.nodes=3, or add /for=TIME."
                      : "bring one back with restart:killed@TIME, resume:paused@TIME or"
                          + " rejoin:isolated@TIME, or with /for=TIME."));
    } else if (simulation.reachable() == 0) {
      add(
          "clients would reach no server at the end; reconnect them with heal:cut@TIME, or with"
              + " /for=TIME.");
    }
  }

  private void add(String message) {
    Setting<?> setting =
        settings.isGiven(FaultSettings.FAULT) ? FaultSettings.FAULT : FaultSettings.AT;
    problems.add(settings.whereIs(setting), setting.name() + ": " + message);
  }
}
