package io.kvbench.core.plan;

import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.setting.TraceSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The planner of mixes that run side by side: each is planned like a run, and all of them make one
 * phase.
 */
final class MixPlanner {
  /** Each has a thread, and its own values in memory. */
  private static final int MOST = 100;

  private record Mix(String name, Settings settings, LoadModelPlanner models, Workload workload) {
    Optional<Duration> length() {
      return settings
          .find(RunSettings.MAX_EXECUTION_TIME)
          .filter(time -> !time.isZero())
          .or(models::length);
    }

    int clients() {
      return settings.get(RunSettings.CLIENTS);
    }

    /** Returns the mean rate over its length, or the initial rate; empty without a rate. */
    Optional<Double> perSecond() {
      return models.of(PhasePlan.UNLIMITED, length()) instanceof LoadModel.OpenLoop(var arrivals)
          ? Optional.of(arrivals.meanPerSecond(length().map(Rates::nanos).orElse(1L)))
          : Optional.empty();
    }
  }

  private final Settings settings;
  private final ClientCounts clientCounts;
  private final Problems problems;
  private final List<Mix> mixes = new ArrayList<>();
  private final boolean wanted;

  private MixPlanner(
      Settings settings, ClientCounts clientCounts, boolean wanted, Problems problems) {
    this.settings = settings;
    this.clientCounts = clientCounts;
    this.wanted = wanted;
    this.problems = problems;
  }

  /**
   * Plans the mixes of settings, if any.
   *
   * @param expected the expected number of requests, as far as is known
   */
  static MixPlanner from(
      Settings settings, ClientCounts clientCounts, long expected, Problems problems) {
    List<String> names = MixSettings.names(settings);
    MixPlanner planner = new MixPlanner(settings, clientCounts, !names.isEmpty(), problems);
    if (names.size() > MOST) {
      problems.add(
          "mix." + names.get(MOST),
          "there are %d mixes; the limit is %d.".formatted(names.size(), MOST));
    }
    if (planner.wanted && settings.find(TraceSettings.TRACE).isPresent()) {
      problems.add(
          settings.whereIs(TraceSettings.TRACE),
          "trace and mixes (mix.NAME.*) both say which requests are sent; omit one of the two.");
      return planner;
    }
    for (String name : names.subList(0, Math.min(MOST, names.size()))) {
      Settings own = MixSettings.of(settings, name);
      Problems found = new Problems();
      LoadModelPlanner models = new LoadModelPlanner(own, planner.mixes.size(), found);
      models.check();
      Workload.from(own, expected, found)
          .ifPresent(workload -> planner.mixes.add(new Mix(name, own, models, workload)));
      planner.add(found);
    }
    if (planner.wanted && settings.find(RunSettings.CLIENT_STEPS).isPresent()) {
      problems.add(
          settings.whereIs(RunSettings.CLIENT_STEPS),
          "clientsteps and mixes (mix.NAME.*) both say how many clients there are; omit one of the"
              + " two.");
    }
    return planner;
  }

  /** Problems that all mixes share are reported once. */
  private void add(Problems found) {
    List<Problem> known = problems.list();
    found.list().stream()
        .filter(problem -> !known.contains(problem))
        .forEach(problem -> problems.add(problem.where(), problem.message()));
  }

  /** Returns whether there are mixes, valid or not. */
  boolean isWanted() {
    return wanted;
  }

  /** Returns the workload of the whole run; empty if there was a problem. */
  Optional<Workload> workload(long expected) {
    List<Settings> own = mixes.stream().map(Mix::settings).toList();
    Problems found = new Problems();
    Optional<Workload> all =
        mixes.isEmpty()
            ? Optional.empty()
            : Workload.from(MixSettings.together(settings, own, weights()), expected, found);
    add(found);
    all.ifPresent(this::checkOperations);
    return problems.isEmpty()
        ? all.map(
            whole ->
                whole.sideBySide(
                    mixes.stream().map(Mix::workload).toList(),
                    mixes.stream().map(Mix::clients).toList()))
        : Optional.empty();
  }

  /** Returns weights by rate if all mixes have one, otherwise by number of clients. */
  private List<Double> weights() {
    List<Double> rates = mixes.stream().flatMap(mix -> mix.perSecond().stream()).toList();
    List<Double> weights =
        rates.size() == mixes.size() && rates.stream().allMatch(rate -> rate > 0)
            ? rates
            : mixes.stream().map(mix -> (double) mix.clients()).toList();
    double sum = weights.stream().mapToDouble(Double::doubleValue).sum();
    return weights.stream().map(weight -> weight / sum).toList();
  }

  private void checkOperations(Workload all) {
    boolean coordinates =
        all.watchers().isPresent()
            || all.operationTypes().stream()
                .flatMap(type -> type.parts().stream())
                .anyMatch(OperationType::coordinates);
    if (coordinates) {
      problems.add(
          "mix",
          "mixes side by side cannot have locks, elections, leases, groups or watchers, which are"
              + " checked over all clients of a phase: run this workload without mix.NAME.*.");
    }
  }

  /** Returns the SHA-256 of every file that shapes the load of a mix, by its setting. */
  Map<String, String> fileDigests() {
    Map<String, String> digests = new HashMap<>();
    for (Mix mix : mixes) {
      Map<String, String> own = new HashMap<>(mix.models.fileDigests());
      own.putAll(mix.workload.fileDigests());
      // A mix that does not set it has the run's.
      own.forEach((name, digest) -> digests.put(name, digest));
      own.forEach((name, digest) -> digests.put("mix." + mix.name + "." + name, digest));
    }
    return digests;
  }

  /** Adds problems for capabilities that the system lacks. */
  void check(SystemDescriptor system, List<PhasePlan> phases) {
    for (Mix mix : mixes) {
      Problems found = new Problems();
      CapabilityCheck.check(system, mix.workload, phases, mix.settings, found);
      add(found);
    }
  }

  /** Returns the run phase. */
  Optional<PhasePlan> run() {
    List<LoadModel.Lane> lanes = new ArrayList<>();
    for (Mix mix : mixes) {
      long requests = mix.settings.find(RunSettings.OPERATION_COUNT).orElse(0L);
      Optional<Duration> time = mix.length();
      if (requests == 0 && time.isEmpty()) {
        problems.add(
            mix.settings.whereIs(RunSettings.OPERATION_COUNT),
            "mix %s has no end: set maxexecutiontime, or mix.%s.operationcount."
                .formatted(mix.name, mix.name));
        return Optional.empty();
      }
      lanes.add(lane(mix, PhaseName.RUN, mix.models.of(limit(requests), time), requests, time));
    }
    return phase(PhaseName.RUN, lanes);
  }

  /** Returns the warm-up. */
  Optional<PhasePlan> warmup(long requests, Optional<Duration> time) {
    List<LoadModel.Lane> lanes =
        mixes.stream()
            .map(mix -> lane(mix, PhaseName.WARMUP, mix.models.ofWarmup(), requests, time))
            .toList();
    return phase(PhaseName.WARMUP, lanes);
  }

  private LoadModel.Lane lane(
      Mix mix, PhaseName name, LoadModel model, long requests, Optional<Duration> time) {
    PhasePlan phase = new PhasePlan(name, mix.clients(), model, limit(requests), time, false);
    return new LoadModel.Lane(
        mix.name, clientCounts.growing(phase, mix.workload, mix.settings, mixes.size()));
  }

  private static long limit(long requests) {
    return requests == 0 ? PhasePlan.UNLIMITED : requests;
  }

  private static Optional<PhasePlan> phase(PhaseName name, List<LoadModel.Lane> lanes) {
    if (lanes.isEmpty()) {
      return Optional.empty();
    }
    List<PhasePlan> phases = lanes.stream().map(LoadModel.Lane::phase).toList();
    boolean counted = phases.stream().noneMatch(each -> each.requests() == PhasePlan.UNLIMITED);
    PhasePlan all =
        new PhasePlan(
            name,
            phases.stream().mapToInt(PhasePlan::clients).sum(),
            new LoadModel.SideBySide(lanes),
            counted ? phases.stream().mapToLong(PhasePlan::requests).sum() : PhasePlan.UNLIMITED,
            phases.stream()
                .flatMap(each -> each.duration().stream())
                .max(Comparator.naturalOrder()),
            false);
    return Optional.of(all.withMaxClients(phases.stream().mapToInt(PhasePlan::maxClients).sum()));
  }
}
