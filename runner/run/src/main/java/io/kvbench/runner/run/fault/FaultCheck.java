package io.kvbench.runner.run.fault;

import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterRequest;
import io.kvbench.runner.cluster.ClusterSettings;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What can be said of planned faults before there are servers. */
public final class FaultCheck {
  private final Settings settings;
  private final List<Fault> faults;
  private final Problems problems;

  private FaultCheck(Settings settings, Problems problems) {
    this.settings = settings;
    this.faults = FaultSettings.faults(settings);
    this.problems = problems;
  }

  /**
   * Adds what is wrong with the faults.
   *
   * @param plan empty where something else keeps it from being made
   */
  public static void check(ClusterRequest request, Optional<RunPlan> plan, Problems problems) {
    FaultCheck check = new FaultCheck(request.settings(), problems);
    if (!check.faults.isEmpty()) {
      check.check(request, plan);
    }
  }

  private void check(ClusterRequest request, Optional<RunPlan> plan) {
    if (request.system().local()) {
      add(
          "there are no servers to inject it into: "
              + request.system().title()
              + " is inside kvbench.");
    } else if (!request.endpoints().isEmpty()) {
      add(
          "it applies to servers that kvbench starts, but endpoints are given; omit one of"
              + " the two.");
    } else {
      targets();
      majority();
    }
    if (settings.isGiven(RunSettings.CLIENT_STEPS)) {
      add("it cannot be combined with clientsteps: the steps would not be comparable.");
    } else {
      plan.ifPresent(this::times);
    }
  }

  private void times(RunPlan plan) {
    Optional<PhasePlan> run =
        plan.phases().stream().filter(phase -> phase.name() == PhaseName.RUN).findFirst();
    if (run.isEmpty()) {
      add("its times are relative to the start of the run phase, but there is only a load phase.");
      return;
    }
    Duration end = run.get().duration().orElse(Duration.ofSeconds(Long.MAX_VALUE));
    faults.stream()
        .filter(fault -> fault.at().compareTo(end) >= 0)
        .forEach(
            fault ->
                add(
                    fault
                        + " is after the end of the run phase, at "
                        + end.toSeconds()
                        + " s at the latest (maxexecutiontime)."));
  }

  /** Whether every target is one that the action can have. */
  private void targets() {
    boolean killed = false;
    boolean paused = false;
    for (Fault fault : faults) {
      switch (fault.action()) {
        case KILL -> killed = true;
        case PAUSE -> paused = true;
        case RESUME, RESTART -> {}
      }
      boolean fits =
          switch (fault.target()) {
            case Fault.LEADER, Fault.FOLLOWER -> fault.action().isLoss();
            case Fault.KILLED -> fault.action() == FaultAction.RESTART && killed;
            case Fault.PAUSED -> fault.action() == FaultAction.RESUME && paused;
            default -> true;
          };
      if (!fits) {
        add(fault + " is not possible: " + advice(fault.action()));
      }
    }
  }

  private static String advice(FaultAction action) {
    return switch (action) {
      case KILL, PAUSE -> "its target is leader, follower or a server's name.";
      case RESUME -> "its target is paused, with a pause before it, or a server's name.";
      case RESTART -> "its target is killed, with a kill before it, or a server's name.";
    };
  }

  /** Without a majority in the end the store would answer nothing for the rest of the run. */
  private void majority() {
    int nodes = settings.get(ClusterSettings.NODES);
    Away killed = new Away();
    Away paused = new Away();
    for (Fault fault : faults) {
      switch (fault.action()) {
        case KILL -> killed.add(fault);
        case PAUSE -> paused.add(fault);
        case RESTART -> killed.remove(fault, Fault.KILLED);
        case RESUME -> paused.remove(fault, Fault.PAUSED);
      }
    }
    int left = nodes - killed.size() - paused.size();
    int majority = nodes / 2 + 1;
    if (left < majority) {
      add(
          "of %s only %s would be left at the end, but the store needs %s to answer; %s"
              .formatted(
                  nodes == 1 ? "1 server" : nodes + " servers",
                  Math.max(0, left),
                  majority,
                  nodes == 1
                      ? "start three with cluster.nodes=3."
                      : "bring one back with restart:killed@TIME or resume:paused@TIME."));
    }
  }

  /** Servers that are away: some by name, some by the part that they will have. */
  private static final class Away {
    private final Set<String> names = new HashSet<>();
    private int others;

    void add(Fault fault) {
      if (fault.isByRole()) {
        others++;
      } else {
        names.add(fault.target());
      }
    }

    void remove(Fault fault, String all) {
      if (fault.target().equals(all)) {
        names.clear();
        others = 0;
      } else if (!names.remove(fault.target())) {
        others = Math.max(0, others - 1);
      }
    }

    int size() {
      return names.size() + others;
    }
  }

  private void add(String message) {
    problems.add(settings.whereIs(FaultSettings.FAULT), "fault: " + message);
  }
}
