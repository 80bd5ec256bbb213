package io.kvbench.core.plan;

import io.kvbench.core.operation.OperationType;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.family.CoordinationSettings;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The notes for the user on times to live. */
final class CoordinationNotes {
  private final Settings settings;
  private final Workload workload;
  private final List<PhasePlan> phases;
  private final Set<OperationType> types;
  private final List<String> notes = new ArrayList<>();

  private CoordinationNotes(Settings settings, Workload workload, List<PhasePlan> phases) {
    this.settings = settings;
    this.workload = workload;
    this.phases = phases;
    this.types = Set.copyOf(workload.operationTypes());
  }

  /** Returns the notes as sentences. */
  static List<String> of(Settings settings, Workload workload, List<PhasePlan> phases) {
    CoordinationNotes all = new CoordinationNotes(settings, workload, phases);
    all.drain();
    all.keepalives();
    all.records();
    return all.notes;
  }

  /** An operation may wait as long as a lease lives, and the drain ends before that. */
  private void drain() {
    if (types.contains(OperationType.LEASE_LIFETIME)) {
      drain(CoordinationSettings.LEASE_TTL, "the last leases expire after it");
    }
    if (!locks()) {
      return;
    }
    drain(CoordinationSettings.LOCK_HOLD, "the last owners write after it");
    if (settings.get(CoordinationSettings.LOCK_PAUSES) > 0) {
      drain(CoordinationSettings.LOCK_PAUSE, "the last pauses end after it");
    } else if (settings.get(CoordinationSettings.LOCK_DIES) > 0) {
      drain(CoordinationSettings.LOCK_TTL, "the locks of the last dead owners are free after it");
    }
  }

  private void drain(Setting<Duration> wait, String why) {
    Duration drain = settings.get(RunSettings.DRAIN_TIMEOUT);
    if (settings.get(wait).compareTo(drain) >= 0) {
      notes.add(
          "drain.timeout=%s is not longer than %s=%s: %s, and what waits for that is ABANDONED. Raise drain.timeout."
              .formatted(Rates.words(drain), wait.name(), Rates.words(settings.get(wait)), why));
    }
  }

  /** A lease that is kept alive once per round expires if rounds are longer than it lives. */
  private void keepalives() {
    double share = workload.mix(false).getOrDefault(OperationType.LEASE_RENEWAL, 0.0);
    if (share == 0) {
      return;
    }
    long leases = settings.get(CoordinationSettings.LEASES);
    Duration ttl = settings.get(CoordinationSettings.LEASE_TTL);
    for (PhasePlan phase : phases) {
      if (phase.loadModel() instanceof LoadModel.OpenLoop(Arrivals arrivals)) {
        double perSecond = share * arrivals.meanPerSecond(ttl.toNanos());
        if (leases / perSecond >= ttl.toNanos() / Rates.NANOS_PER_SECOND) {
          notes.add(
              "Each of leases=%d is kept alive every %.0f s at %.0f keepalives/s, and expires after lease.ttl=%s. Raise the rate or lease.ttl, or lower leases."
                  .formatted(leases, leases / perSecond, perSecond, Rates.words(ttl)));
          return;
        }
      }
    }
  }

  private void records() {
    int locks = settings.get(CoordinationSettings.LOCKS);
    long records = settings.find(WorkloadSettings.RECORD_COUNT).orElse(0L);
    if (locks() && locks > records) {
      notes.add(
          "locks=%d is more than recordcount=%d: owners of different locks write the same record. Raise recordcount."
              .formatted(locks, records));
    }
  }

  private boolean locks() {
    return types.contains(OperationType.CRITICAL_SECTION)
        || types.contains(OperationType.LEADERSHIP);
  }
}
