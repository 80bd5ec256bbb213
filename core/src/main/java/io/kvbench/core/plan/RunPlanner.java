package io.kvbench.core.plan;

import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.replay.Replay;
import io.kvbench.core.workload.setting.UnusedYcsbSettings;
import io.kvbench.core.workload.setting.WorkloadSettings;
import io.kvbench.core.workload.setting.YcsbSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The planner of a run: turns settings into a plan, or into all the reasons why there is none. */
public final class RunPlanner {
  /** An upper bound of the inserts per second of any store. */
  private static final long MOST_PER_SECOND = 10_000_000;

  /** A number of connections that every system accepts. */
  private static final int MOST_OF_REPLAY = 1_000;

  private final SystemDescriptor system;
  private final Settings settings;
  private final int parts;
  private final Problems problems;
  private final LoadModelPlanner loadModels;
  private final ClientSteps clientSteps;
  private final ClientCounts clientCounts;
  private final MixPlanner mixes;

  private RunPlanner(SystemDescriptor system, Settings settings, int parts, Problems problems) {
    this.system = system;
    this.settings = settings;
    this.parts = parts;
    this.problems = problems;
    loadModels = new LoadModelPlanner(settings, problems);
    clientSteps = ClientSteps.from(settings, problems);
    clientCounts = new ClientCounts(system, settings, problems);
    mixes = MixPlanner.from(settings, clientCounts, expected(), problems);
  }

  /**
   * Plans a run.
   *
   * @param settings including those of {@link RunSettings}, of the workload and of the system
   * @param problems receives problems; if it already has some, there is no plan
   */
  public static Optional<RunPlan> plan(
      String workloadName, SystemDescriptor system, Settings settings, Problems problems) {
    return plan(workloadName, system, settings, 1, problems);
  }

  /**
   * Plans a run that is to be divided; the plan is that of the whole run.
   *
   * @param parts how many parts; each needs a client in every phase, and a connection, which it has
   *     unless fewer were requested
   */
  public static Optional<RunPlan> plan(
      String workloadName,
      SystemDescriptor system,
      Settings settings,
      int parts,
      Problems problems) {
    return new RunPlanner(system, settings, parts, problems).plan(workloadName);
  }

  private Optional<RunPlan> plan(String workloadName) {
    long expected = expected();
    Optional<Workload> workload =
        mixes.isWanted()
            ? mixes.workload(expected)
            : Workload.from(settings, expected, problems)
                .map(known -> isReplay(known) ? replays().adapted(known, parts) : known);
    if (!mixes.isWanted()) {
      loadModels.check();
    }
    List<PhasePlan> phases = workload.map(this::phases).orElse(List.of());
    if (mixes.isWanted()) {
      mixes.check(system, phases);
    }
    workload
        .filter(known -> !isReplay(known))
        .ifPresent(
            known -> {
              if (!mixes.isWanted()) {
                CapabilityCheck.check(system, known, phases, settings, problems);
              }
              checkKeySize(known, phases);
            });
    clientCounts.check(phases, parts);
    checkParts(phases);
    if (workload.isEmpty() || !problems.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new RunPlan(
            workloadName,
            workload.get(),
            system,
            phases,
            connections(workload.get(), phases),
            settings.get(RunSettings.CONNECT_TIMEOUT),
            settings.get(RunSettings.DRAIN_TIMEOUT),
            settings.get(RunSettings.UNAVAILABLE_TIMEOUT),
            settings.find(RunSettings.ENDPOINTS).orElse(List.of()),
            settings,
            mixes.isWanted() ? mixes.fileDigests() : loadModels.fileDigests(),
            notes(workload.get(), phases)));
  }

  private void checkParts(List<PhasePlan> phases) {
    if (mixes.isWanted() && parts > 1) {
      problems.add(
          "mix",
          "agents cannot run several mixes side by side (mix.NAME.*), whose clients are not divided;"
              + " run them without agents, or use one mix.");
      return;
    }
    PartCheck.check(
        settings, phases, clientCounts.haveOneEach() ? 0 : connections(phases), parts, problems);
  }

  private long expected() {
    long warmup = count(RunSettings.WARMUP_COUNT);
    return warmup + Math.min(count(RunSettings.OPERATION_COUNT), Long.MAX_VALUE - warmup);
  }

  private static boolean isReplay(Workload workload) {
    return workload.replay().isPresent();
  }

  private ReplayPlanner replays() {
    return new ReplayPlanner(system, settings, problems);
  }

  private List<PhasePlan> phases(Workload workload) {
    if (isReplay(workload)) {
      return replays().phases(workload, clientSteps.clients(PhaseName.LOAD));
    }
    Optional<Boolean> transactions = settings.find(RunSettings.DO_TRANSACTIONS);
    List<PhasePlan> phases = new ArrayList<>();
    if (transactions.isPresent() && !transactions.get()) {
      loadAlone(workload).ifPresent(phases::add);
      return phases;
    }
    if (transactions.isEmpty() && workload.reads()) {
      phases.add(
          phase(
              PhaseName.LOAD,
              new LoadModel.ClosedLoop(),
              workload.loadCount(),
              Optional.empty(),
              true));
    }
    warmup()
        .map(phase -> phase.with(workload.watchers()))
        .map(phase -> clientCounts.growing(phase, workload))
        .ifPresent(phases::add);
    run()
        .map(phase -> phase.with(workload.watchers()))
        .map(phase -> clientCounts.growing(phase, workload))
        .map(clientSteps::split)
        .ifPresent(phases::addAll);
    return phases;
  }

  private Optional<PhasePlan> loadAlone(Workload workload) {
    if (workload.loadCount() == 0) {
      problems.add(
          "load",
          "there is nothing to load: set recordcount (or insertcount) to the number of records.");
      return Optional.empty();
    }
    PhasePlan load =
        clientCounts.growing(
            measured(PhaseName.LOAD, workload.loadCount(), maxExecutionTime()), workload);
    checkEnd(load);
    return Optional.of(load);
  }

  /** A schedule whose last rate is 0 may have fewer arrivals than there are records. */
  private void checkEnd(PhasePlan load) {
    if (load.duration().isEmpty()
        && load.loadModel() instanceof LoadModel.OpenLoop(Arrivals arrivals)
        && arrivals.startNanos(load.requests() - 1) == Arrivals.NEVER_NANOS) {
      problems.add(
          settings.whereIs(RunSettings.ARRIVALS),
          "the schedule never reaches the last record: it sends %.0f of %d requests; add a stage with a rate, or set maxexecutiontime."
              .formatted(Math.floor(arrivals.between(0, Arrivals.NEVER_NANOS)), load.requests()));
    }
  }

  private Optional<PhasePlan> warmup() {
    long requests = count(RunSettings.WARMUP_COUNT);
    Optional<Duration> time = settings.find(RunSettings.WARMUP_TIME).filter(Duration::isPositive);
    if (requests == 0 && time.isEmpty()) {
      return Optional.empty();
    }
    if (mixes.isWanted()) {
      return mixes.warmup(requests, time);
    }
    return Optional.of(
        phase(PhaseName.WARMUP, loadModels.ofWarmup(), unlimitedIfZero(requests), time, false));
  }

  private Optional<PhasePlan> run() {
    if (mixes.isWanted()) {
      return mixes.run();
    }
    long requests = count(RunSettings.OPERATION_COUNT);
    Optional<Duration> time = maxExecutionTime().or(loadModels::length);
    if (requests == 0 && time.isEmpty()) {
      if (!isEndRefused()) {
        problems.add(
            settings.whereIs(RunSettings.OPERATION_COUNT),
            "the run phase has no end: set operationcount, maxexecutiontime or both.");
      }
      return Optional.empty();
    }
    return Optional.of(measured(PhaseName.RUN, unlimitedIfZero(requests), time));
  }

  /** Returns whether the user gave an invalid end of the phase, which is already a problem. */
  private boolean isEndRefused() {
    return settings.isRefused(RunSettings.OPERATION_COUNT)
        || settings.isRefused(RunSettings.MAX_EXECUTION_TIME);
  }

  /** Plans a phase with the user's pace. */
  private PhasePlan measured(PhaseName name, long requests, Optional<Duration> time) {
    return phase(name, loadModels.of(requests, time), requests, time, false);
  }

  private PhasePlan phase(
      PhaseName name,
      LoadModel model,
      long requests,
      Optional<Duration> time,
      boolean onlyIfStoreIsEmpty) {
    return new PhasePlan(
        name, clientSteps.clients(name), model, requests, time, onlyIfStoreIsEmpty);
  }

  private Optional<Duration> maxExecutionTime() {
    return settings.find(RunSettings.MAX_EXECUTION_TIME).filter(time -> !time.isZero());
  }

  private long count(Setting<Long> setting) {
    return settings.find(setting).orElse(0L);
  }

  private static long unlimitedIfZero(long requests) {
    return requests == 0 ? PhasePlan.UNLIMITED : requests;
  }

  /**
   * If each client has its own connection, none waits for another's turn unless that was requested.
   * The number in a workload file would be the whole load there.
   */
  private int connections(List<PhasePlan> phases) {
    if (clientCounts.haveOneEach()) {
      return mostClients(phases);
    }
    int connections = settings.get(RunSettings.CONNECTIONS);
    return settings.isGiven(RunSettings.CONNECTIONS) ? connections : Math.max(connections, parts);
  }

  /** A session's clients share a connection of their own, unless there would be too many. */
  private int connections(Workload workload, List<PhasePlan> phases) {
    Optional<Integer> places = workload.replay().map(Replay::places);
    return places.isEmpty() || clientCounts.asksForConnections() || clientCounts.haveOneEach()
        ? connections(phases)
        : Math.min(places.get(), MOST_OF_REPLAY);
  }

  private static int mostClients(List<PhasePlan> phases) {
    return phases.stream().mapToInt(PhasePlan::clients).reduce(1, Math::max);
  }

  private List<String> notes(Workload workload, List<PhasePlan> phases) {
    List<String> notes = new ArrayList<>(system.notes());
    if (isReplay(workload)) {
      notes.addAll(replays().notes(workload));
      notes.addAll(UnusedSettings.ofReplay(settings));
      return notes;
    }
    notes.addAll(CapabilityCheck.remarks(system, workload, phases, settings));
    notes.addAll(CoordinationNotes.of(settings, workload, phases));
    if (system.exclusiveConnections()) {
      turns(phases).ifPresent(notes::add);
    }
    ownConnections(workload, phases).ifPresent(notes::add);
    cutShort(phases).ifPresent(notes::add);
    notes.addAll(UnusedSettings.notes(settings, workload, phases));
    notes.addAll(clientCounts.notes());
    notes.addAll(UnusedYcsbSettings.notes(settings));
    YcsbSettings.note(settings).ifPresent(notes::add);
    notes.addAll(clientSteps.notes(phases, connections(phases)));
    return notes;
  }

  /** A number of requests in a workload file may end the run before its schedule does. */
  private Optional<String> cutShort(List<PhasePlan> phases) {
    long length = loadModels.length().map(Rates::nanos).orElse(0L);
    for (PhasePlan phase : phases) {
      if (phase.name() == PhaseName.RUN
          && phase.requests() != PhasePlan.UNLIMITED
          && phase.loadModel() instanceof LoadModel.OpenLoop(Arrivals arrivals)
          && arrivals.startNanos(phase.requests()) < length) {
        return Optional.of(
            "operationcount=%d (%s) ends the run after %s of its schedule of %s: set operationcount=0 for all of it."
                .formatted(
                    phase.requests(),
                    settings.whereIs(RunSettings.OPERATION_COUNT),
                    Rates.words(Duration.ofNanos(arrivals.startNanos(phase.requests()))),
                    Rates.words(Duration.ofNanos(length))));
      }
    }
    return Optional.empty();
  }

  /** Returns a note on the connections that are opened besides the requested ones. */
  private Optional<String> ownConnections(Workload workload, List<PhasePlan> phases) {
    long most =
        phases.stream()
            .mapToLong(phase -> OwnConnectionCount.of(system, workload, phase, settings))
            .max()
            .orElse(0);
    return most == 0
        ? Optional.empty()
        : Optional.of(
            "%s takes up to %d more connections besides connections=%d, for locks, leases or watchers of their own."
                .formatted(system.title(), most, connections(phases)));
  }

  /** Returns a note if clients wait for one another, or would with the workload file's number. */
  private Optional<String> turns(List<PhasePlan> phases) {
    int clients = mostClients(phases);
    int given = settings.get(RunSettings.CONNECTIONS);
    if (!settings.isGiven(RunSettings.CONNECTIONS) || given >= clients) {
      return Optional.empty();
    }
    String why = "a connection of %s has one request in flight at a time".formatted(system.title());
    return Optional.of(
        clientCounts.asksForConnections()
            ? ("connections=%d for clients=%d: %s; the other clients wait, which is part of their"
                    + " response times. Omit connections to have one per client.")
                .formatted(given, clients, why)
            : "connections=%d of %s is ignored: %s, so each of the %d clients has its own. Pass connections=%d on the command line to cap it."
                .formatted(given, settings.whereIs(RunSettings.CONNECTIONS), why, clients, given));
  }

  /**
   * Checks that keys keep their size if only the time limits inserts, or if added clients leave
   * numbers out. A longer number is never cut, so keys would grow in the middle of the run.
   */
  private void checkKeySize(Workload workload, List<PhasePlan> phases) {
    OptionalInt size = keySize(workload);
    if (size.isEmpty()) {
      return;
    }
    long seconds =
        phases.stream()
            .filter(phase -> phase.requests() == PhasePlan.UNLIMITED)
            .flatMap(phase -> phase.duration().stream())
            .mapToLong(Duration::toSeconds)
            .map(length -> length + 1)
            .sum();
    if (seconds > 0) {
      long loaded = Math.max(workload.recordCount(), workload.insertStart() + workload.loadCount());
      checkKeySize(
          size.getAsInt(),
          loaded + (double) seconds * MOST_PER_SECOND,
          "inserts limited by time only",
          "operationcount and warmupcount");
    } else if (phases.stream().anyMatch(phase -> phase.clientNumbers() > phase.clients())) {
      checkKeySize(
          size.getAsInt(),
          workload.largestOfAdded(expected()),
          "inserts of clients that are added, which leave numbers out",
          "clients.max to the value of clients");
    }
  }

  private OptionalInt keySize(Workload workload) {
    return workload.operationTypes().contains(OperationType.INSERT)
        ? settings.find(WorkloadSettings.KEY_SIZE).map(OptionalInt::of).orElse(OptionalInt.empty())
        : OptionalInt.empty();
  }

  private void checkKeySize(int size, double most, String what, String other) {
    int digits = (int) Math.ceil(Math.log10(most));
    if (digits > size) {
      problems.add(
          settings.whereIs(WorkloadSettings.KEY_SIZE),
          ("keysize=%s is too small for %s: their numbers may have %s digits; set keysize to %s or"
                  + " more, or %s.")
              .formatted(size, what, digits, digits, other));
    }
  }
}
