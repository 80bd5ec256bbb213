package io.kvbench.core.plan;

import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import java.util.List;

/** How many clients send at the beginning of a run, and how many they may become. */
final class ClientCounts {
  /** Clients of an open loop, unless the user says how many. */
  private static final int MOST_CLIENTS = 10_000;

  private final SystemDescriptor system;
  private final Settings settings;
  private final Problems problems;

  ClientCounts(SystemDescriptor system, Settings settings, Problems problems) {
    this.system = system;
    this.settings = settings;
    this.problems = problems;
  }

  /**
   * Returns the phase with clients that become more when none is free. Their number is fixed where
   * it is part of the load, as with locks and leases, where it is changed on purpose, and where
   * each of them has a connection.
   */
  PhasePlan growing(PhasePlan phase, Workload workload) {
    boolean grows =
        phase.loadModel() instanceof LoadModel.OpenLoop
            && settings.find(RunSettings.CLIENT_STEPS).isEmpty()
            && settings.find(RunSettings.INITIAL_CLIENTS).isEmpty()
            && !system.exclusiveConnections()
            && workload.operationTypes().stream()
                .flatMap(type -> type.parts().stream())
                .noneMatch(OperationType::coordinates);
    int most = settings.find(RunSettings.MAX_CLIENTS).orElse(MOST_CLIENTS);
    return grows ? phase.withMaxClients(Math.max(phase.clients(), most)) : phase;
  }

  /**
   * Finds numbers that contradict one another.
   *
   * @param parts how many parts the run is divided into
   */
  void check(List<PhasePlan> phases, int parts) {
    checkInitial(phases, parts);
    checkMost();
  }

  private void checkMost() {
    int most = settings.find(RunSettings.MAX_CLIENTS).orElse(Integer.MAX_VALUE);
    int clients = settings.get(RunSettings.CLIENTS);
    if (most < clients && !settings.isRefused(RunSettings.CLIENTS)) {
      problems.add(
          settings.whereIs(RunSettings.MAX_CLIENTS),
          "clients.max=%d is less than clients=%d: raise it, or omit it.".formatted(most, clients));
    }
  }

  /** Clients stand by only where others may send what is left, and one process has all of them. */
  private void checkInitial(List<PhasePlan> phases, int parts) {
    int initial = settings.find(RunSettings.INITIAL_CLIENTS).orElse(0);
    List<PhasePlan> runs = phases.stream().filter(phase -> phase.name() == PhaseName.RUN).toList();
    if (initial == 0 || runs.isEmpty()) {
      return;
    }
    PhasePlan run = runs.getFirst();
    String problem = "";
    if (parts > 1 || runs.size() > 1 || !run.lanes().isEmpty()) {
      problem = "cannot be combined with agents, clientsteps or mix.NAME.*: omit it.";
    } else if (initial > run.clients()) {
      problem = "is more than clients=%d, the most that can send.".formatted(run.clients());
    } else if (run.requests() != PhasePlan.UNLIMITED
        && run.loadModel() instanceof LoadModel.ClosedLoop) {
      problem =
          "leaves clients without their shares of operationcount: set maxexecutiontime instead, or a"
              + " rate.";
    }
    if (!problem.isEmpty()) {
      problems.add(
          settings.whereIs(RunSettings.INITIAL_CLIENTS),
          "clients.initial=%d %s".formatted(initial, problem));
    }
  }
}
