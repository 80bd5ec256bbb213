package io.kvbench.core.plan;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The number of clients of each phase, and the parts into which {@code clientsteps} divides the
 * run: one for each step, with even shares of the requests and of the time.
 */
final class ClientSteps {
  private final Settings settings;
  private final List<Integer> steps;

  private ClientSteps(Settings settings, List<Integer> steps) {
    this.settings = settings;
    this.steps = steps;
  }

  static ClientSteps from(Settings settings, Problems problems) {
    List<Integer> steps = settings.find(RunSettings.CLIENT_STEPS).orElse(List.of());
    if (!steps.isEmpty()) {
      check(settings, steps.size(), problems);
    }
    return new ClientSteps(settings, steps);
  }

  private static void check(Settings settings, int count, Problems problems) {
    if (!settings.find(RunSettings.DO_TRANSACTIONS).orElse(true)) {
      problems.add(
          settings.whereIs(RunSettings.CLIENT_STEPS),
          "clientsteps changes the number of clients during the run, but -load"
              + " (dotransactions=false) has no run; omit one of the two, and set clients for a"
              + " load alone.");
    }
    ArrivalShape shape = RunSettings.shape(settings);
    if (!shape.isSteady()) {
      problems.add(
          settings.whereIs(RunSettings.CLIENT_STEPS),
          "clientsteps and arrivals=%s would change two things at once, so that effects could"
                  .formatted(shape.name().toLowerCase(Locale.ROOT))
              + " not be attributed; omit one of the two.");
    }
    long requests = settings.find(RunSettings.OPERATION_COUNT).orElse(0L);
    if (requests > 0 && requests < count) {
      problems.add(
          settings.whereIs(RunSettings.OPERATION_COUNT),
          "operationcount=%s is not enough for a request in each of the %s steps of clientsteps; set it to at least %s."
              .formatted(requests, count, count));
    }
  }

  /**
   * Returns how many clients a phase has. A given number applies to load and warmup; without one
   * the load has the max of all steps, and the warmup as many as the run begins with.
   */
  int clients(PhaseName phase) {
    if (steps.isEmpty() || settings.isGiven(RunSettings.CLIENTS)) {
      return settings.get(RunSettings.CLIENTS);
    }
    return switch (phase) {
      case LOAD -> Collections.max(steps);
      case WARMUP, RUN, PROBE -> steps.getFirst();
    };
  }

  /** Returns the run divided into its steps, or itself if the number of clients is constant. */
  List<PhasePlan> split(PhasePlan run) {
    if (steps.isEmpty()) {
      return List.of(run);
    }
    List<PhasePlan> parts = new ArrayList<>();
    for (int index = 0; index < steps.size(); index++) {
      parts.add(part(run, index));
    }
    return parts;
  }

  private PhasePlan part(PhasePlan run, int index) {
    long count = steps.size();
    long requests =
        run.requests() == PhasePlan.UNLIMITED
            ? PhasePlan.UNLIMITED
            : run.requests() / count + (index < run.requests() % count ? 1 : 0);
    Optional<Duration> time = run.duration().map(whole -> whole.dividedBy(count));
    return new PhasePlan(
        run.name(),
        Optional.of(new ClientStep(index + 1, steps.size())),
        steps.get(index),
        steps.get(index),
        run.loadModel(),
        requests,
        time,
        run.onlyIfStoreIsEmpty(),
        run.watchers());
  }

  /** Returns notes for the user on these phases. */
  List<String> notes(List<PhasePlan> phases, int connections) {
    List<String> notes = new ArrayList<>();
    int most = phases.stream().mapToInt(PhasePlan::clients).reduce(0, Math::max);
    if (connections > most) {
      notes.add(
          "connections="
              + connections
              + " is more than clients="
              + most
              + ": the rest are unused.");
    }
    boolean inSteps = phases.stream().allMatch(phase -> phase.step().isPresent());
    if (inSteps && settings.isGiven(RunSettings.CLIENTS)) {
      notes.add(
          "clients="
              + settings.get(RunSettings.CLIENTS)
              + " has no effect: the run uses clientsteps, and there is no load or warmup.");
    }
    return notes;
  }
}
