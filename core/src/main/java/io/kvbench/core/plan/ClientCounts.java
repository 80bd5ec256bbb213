package io.kvbench.core.plan;

import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The number of clients at the beginning of a run, and its limit. */
final class ClientCounts {
  /** The default limit of clients in an open loop. */
  private static final int MOST_CLIENTS = 10_000;

  private final SystemDescriptor system;
  private final Settings settings;
  private final Problems problems;
  private final List<String> notes = new ArrayList<>();

  ClientCounts(SystemDescriptor system, Settings settings, Problems problems) {
    this.system = system;
    this.settings = settings;
    this.problems = problems;
  }

  /** Returns the phase with a growing number of clients, if it may grow. */
  PhasePlan growing(PhasePlan phase, Workload workload) {
    return growing(phase, workload, settings, 1);
  }

  /**
   * Returns the same for one of several mixes side by side.
   *
   * @param own the settings of the mix
   * @param mixes how many there are, which share the connections that a system accepts
   */
  PhasePlan growing(PhasePlan phase, Workload workload, Settings own, int mixes) {
    Optional<Integer> given = own.find(RunSettings.MAX_CLIENTS);
    if (given.isPresent() && given.get() < phase.clients()) {
      if (phase.name() != PhaseName.WARMUP && !own.isRefused(RunSettings.CLIENTS)) {
        problems.add(
            own.whereIs(RunSettings.MAX_CLIENTS),
            "clients.max=%d is less than clients=%d: raise it, or omit it."
                .formatted(given.get(), phase.clients()));
      }
      return phase;
    }
    Optional<String> fixed = whyFixed(phase, workload);
    if (fixed.isPresent()) {
      if (phase.name() != PhaseName.WARMUP
          && given.filter(max -> max > phase.clients()).isPresent()) {
        notes.add(
            "No effect: clients.max (%s): %s."
                .formatted(own.whereIs(RunSettings.MAX_CLIENTS), fixed.get()));
      }
      return phase;
    }
    int most = system.exclusiveConnections() ? system.maxConnections() / mixes : MOST_CLIENTS;
    return phase.withMaxClients(given.orElse(Math.max(phase.clients(), most)));
  }

  /** Returns why the number of clients is fixed, if it is. */
  private Optional<String> whyFixed(PhasePlan phase, Workload workload) {
    if (phase.name() == PhaseName.LOAD) {
      return Optional.of("the number of clients of a load phase is fixed; set clients");
    }
    if (!(phase.loadModel() instanceof LoadModel.OpenLoop)) {
      return Optional.of(
          "the number of clients grows in an open loop only, as in a closed loop it is the load;"
              + " set target, or clients");
    }
    if (settings.find(RunSettings.CLIENT_STEPS).isPresent()) {
      return Optional.of("clientsteps sets the numbers of clients");
    }
    if (settings.find(RunSettings.INITIAL_CLIENTS).isPresent()) {
      return Optional.of("clients.initial leaves the number of clients that send to the user");
    }
    if (workload.operationTypes().stream()
        .flatMap(type -> type.parts().stream())
        .anyMatch(OperationType::coordinates)) {
      return Optional.of("the number of clients is part of a load of locks or leases; set clients");
    }
    if (!system.exclusiveConnections()) {
      return Optional.empty();
    }
    if (asksForConnections()) {
      return Optional.of(
          "a connection of %s has one request in flight at a time, and connections=%d limits them;"
                  .formatted(system.title(), settings.get(RunSettings.CONNECTIONS))
              + " omit connections");
    }
    return system.maxConnections() == 0
        ? Optional.of(
            "a connection of %s has one request in flight at a time, and none is opened during a run; set clients"
                .formatted(system.title()))
        : Optional.empty();
  }

  /** Returns whether each client has a connection of its own. */
  boolean haveOneEach() {
    return system.exclusiveConnections() && !asksForConnections();
  }

  /** A number in a workload file refers to connections that clients can share. */
  boolean asksForConnections() {
    return settings.isGiven(RunSettings.CONNECTIONS)
        && !settings.isFromFile(RunSettings.CONNECTIONS);
  }

  /** Returns notes for the user, once all phases are planned. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /**
   * Finds numbers that contradict one another. Clients can stand by only if others may send their
   * requests, and if one process has all of them.
   *
   * @param parts how many parts the run is divided into
   */
  void check(List<PhasePlan> phases, int parts) {
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
