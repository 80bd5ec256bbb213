package io.kvbench.core.plan;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.family.Families;
import io.kvbench.core.workload.replay.Replay;
import io.kvbench.core.workload.setting.TraceSettings;
import io.kvbench.core.workload.setting.TraceSettings.Unsupported;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The planner of a replay: the load of the records that the trace found, and the run. */
final class ReplayPlanner {
  /** The settings that a trace determines, so that given values would contradict it. */
  private static final List<Setting<?>> DECIDED =
      List.of(
          RunSettings.CLIENT_STEPS,
          RunSettings.INITIAL_CLIENTS,
          RunSettings.MAX_CLIENTS,
          RunSettings.TARGET,
          RunSettings.TARGET_FROM,
          RunSettings.TARGET_TO,
          RunSettings.TARGET_STEPS,
          RunSettings.TARGET_STAGES,
          RunSettings.TARGET_AMPLITUDE,
          RunSettings.TARGET_PERIOD,
          RunSettings.TARGET_TRACE,
          RunSettings.ARRIVALS,
          RunSettings.THINK_TIME,
          RunSettings.WARMUP_TIME,
          RunSettings.WARMUP_COUNT,
          WorkloadSettings.DATA_INTEGRITY,
          WorkloadSettings.CHECK);

  private final SystemDescriptor system;
  private final Settings settings;
  private final Problems problems;

  ReplayPlanner(SystemDescriptor system, Settings settings, Problems problems) {
    this.system = system;
    this.settings = settings;
    this.problems = problems;
  }

  /** Returns the workload adapted to the capabilities of this system. */
  Workload adapted(Workload workload, int parts) {
    Replay replay = workload.replay().orElseThrow();
    for (Setting<?> setting : DECIDED) {
      if (settings.isGiven(setting)) {
        problems.add(
            settings.whereIs(setting),
            "%s cannot be combined with trace: the trace decides which requests are sent and when; omit %s, and use trace.speed for another pace."
                .formatted(setting.name(), setting.name()));
      }
    }
    if (parts > 1) {
      problems.add(
          settings.whereIs(TraceSettings.TRACE),
          "trace cannot be divided between agents, since the order of sessions would be lost; omit"
              + " the agents.");
    }
    if (replay.isEndless()) {
      problems.add(
          settings.whereIs(TraceSettings.TRACE),
          "the last operation of trace would be sent after more than 30 years; set a larger"
              + " trace.speed, or 0.");
    }
    Set<OperationType> lacking = EnumSet.noneOf(OperationType.class);
    replay.counts().keySet().stream()
        .filter(type -> !system.capabilities().containsAll(Families.of(type).needOfTraced(type)))
        .forEach(lacking::add);
    boolean skips = settings.get(TraceSettings.TRACE_UNSUPPORTED) == Unsupported.SKIP;
    if (!skips) {
      lacking.forEach(type -> refuse(type, replay));
    }
    checkConsistencies(replay);
    Replay adapted = skips ? replay.skipping(lacking) : replay;
    if (adapted.requests() == 0) {
      problems.add(
          settings.whereIs(TraceSettings.TRACE),
          "%s supports no operation of the trace; choose another system or trace."
              .formatted(system.title()));
      return workload;
    }
    return workload.with(system.blindWrites() ? adapted.onBlindWrites() : adapted, settings);
  }

  private void refuse(OperationType type, Replay replay) {
    Capability missing =
        Families.of(type).needOfTraced(type).stream()
            .filter(need -> !system.capabilities().contains(need))
            .findFirst()
            .orElseThrow();
    problems.add(
        settings.whereIs(TraceSettings.TRACE),
        "%s does not support %s, and the trace has %d of the type %s; set trace.unsupported=skip to leave them out."
            .formatted(system.title(), missing.title(), replay.counts().get(type), type));
  }

  private void checkConsistencies(Replay replay) {
    if (replay.consistencies().contains(ReadConsistency.STALE)
        && !system.capabilities().contains(Capability.READ_STALE)) {
      refuse(Capability.READ_STALE);
    }
    if (replay.consistencies().contains(ReadConsistency.LINEARIZABLE)
        && !system.capabilities().contains(Capability.READ_LINEARIZABLE)) {
      refuse(Capability.READ_LINEARIZABLE);
    }
  }

  private void refuse(Capability missing) {
    problems.add(
        settings.whereIs(TraceSettings.TRACE),
        "%s does not support %s, which reads of the trace ask for; set readconsistency to one that it supports, such as readconsistency=default."
            .formatted(system.title(), missing.title()));
  }

  /** Returns the load of the records, if there are any and the user wants it, and the run. */
  List<PhasePlan> phases(Workload workload, int loadClients) {
    Replay replay = workload.replay().orElseThrow();
    Optional<Boolean> transactions = settings.find(RunSettings.DO_TRANSACTIONS);
    List<PhasePlan> phases = new ArrayList<>();
    if (!transactions.orElse(false) && replay.loadCount() > 0) {
      phases.add(
          new PhasePlan(
              PhaseName.LOAD,
              loadClients,
              new LoadModel.ClosedLoop(),
              replay.loadCount(),
              Optional.empty(),
              transactions.isEmpty()));
    }
    if (transactions.orElse(true)) {
      phases.add(run(replay));
    } else if (phases.isEmpty()) {
      problems.add(
          settings.whereIs(RunSettings.DO_TRANSACTIONS),
          "there is nothing to load: the recording found no record that existed before.");
    }
    return phases;
  }

  private PhasePlan run(Replay replay) {
    Optional<Duration> limit =
        settings.find(RunSettings.MAX_EXECUTION_TIME).filter(time -> !time.isZero());
    return new PhasePlan(
        PhaseName.RUN,
        replay.places() * replay.clientsEach(),
        replay.speed() == 0
            ? new LoadModel.ClosedLoop()
            : new LoadModel.OpenLoop(RecordedArrivals.of(replay)),
        replay.requests(),
        limit,
        false);
  }

  /** Returns notes for the user on a replay. */
  List<String> notes(Workload workload) {
    Replay replay = workload.replay().orElseThrow();
    List<String> notes = new ArrayList<>();
    notes.add(
        "replays %s: %s; %s at a time with up to %s each."
            .formatted(
                replay.name(),
                counted(replay.counts()),
                counted(replay.places(), "session"),
                counted(replay.clientsEach(), "client")));
    replay
        .damage()
        .ifPresent(
            damage ->
                notes.add(
                    "%s is %s: the operations up to there are replayed."
                        .formatted(replay.name(), damage)));
    if (!replay.ignored().isEmpty()) {
      notes.add(
          "the recorded clients also sent requests that a trace cannot hold: "
              + replay.ignored().entrySet().stream()
                  .sorted(Map.Entry.comparingByKey())
                  .map(entry -> entry.getKey() + " " + entry.getValue() + "×")
                  .collect(Collectors.joining(", "))
              + ".");
    }
    long skipped = replay.skippedCount();
    if (skipped > 0) {
      notes.add(
          "%d operations are left out, which %s does not support (trace.unsupported=skip)."
              .formatted(skipped, system.title()));
    }
    if (replay.counts().containsKey(OperationType.COMPARE_AND_SET)) {
      notes.add(
          "%d compare-and-sets are replayed as updates, since the recorded versions are those of another store."
              .formatted(replay.counts().get(OperationType.COMPARE_AND_SET)));
    }
    if (replay.recordedInFlight() > replay.clientsEach()) {
      notes.add(
          "a session had up to %d operations in flight when it was recorded, and has up to %d now (trace.inflight); it may fall behind."
              .formatted(replay.recordedInFlight(), replay.clientsEach()));
    }
    return notes;
  }

  private static String counted(int count, String thing) {
    return count + " " + thing + (count == 1 ? "" : "s");
  }

  private static String counted(Map<OperationType, Long> counts) {
    return counts.entrySet().stream()
        .map(entry -> "%s %d".formatted(entry.getKey(), entry.getValue()))
        .collect(Collectors.joining(", "))
        .toLowerCase(Locale.ROOT)
        .replace('_', ' ');
  }
}
