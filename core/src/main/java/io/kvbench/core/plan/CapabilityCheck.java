package io.kvbench.core.plan;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.Operation;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.operation.SoftwareTransaction.Isolation;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.family.CoordinationSettings;
import io.kvbench.core.workload.family.LockWrite;
import io.kvbench.core.workload.family.OneShotSettings;
import io.kvbench.core.workload.family.RangeSettings;
import io.kvbench.core.workload.family.WatchScope;
import io.kvbench.core.workload.family.WatcherSettings;
import io.kvbench.core.workload.setting.WorkloadSettings;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The comparison of what a workload needs with what a system declares, so that missing capabilities
 * are found during planning.
 */
final class CapabilityCheck {
  private CapabilityCheck() {}

  static void check(
      SystemDescriptor system,
      Workload workload,
      List<PhasePlan> phases,
      Settings settings,
      Problems problems) {
    needs(workload, phases, settings)
        .forEach(
            (capability, asking) -> {
              if (!system.capabilities().contains(capability)) {
                problems.add(settings.whereIs(asking), refusal(system, capability, asking));
              }
            });
  }

  /** Returns the system's remarks on the capabilities that the workload needs. */
  static List<String> remarks(
      SystemDescriptor system, Workload workload, List<PhasePlan> phases, Settings settings) {
    return needs(workload, phases, settings).keySet().stream()
        .filter(system.remarks()::containsKey)
        .map(system.remarks()::get)
        .toList();
  }

  private static String refusal(SystemDescriptor system, Capability capability, Setting<?> asking) {
    String refusal =
        "%s does not support %s, which %s requires"
            .formatted(system.title(), capability.title(), asking.name());
    String reason = system.reasons().get(capability);
    return reason == null ? refusal + "." : refusal + ": " + reason;
  }

  /** Returns the needed capabilities, each with the first setting that requires it. */
  private static Map<Capability, Setting<?>> needs(
      Workload workload, List<PhasePlan> phases, Settings settings) {
    Map<Capability, Setting<?>> needs = new EnumMap<>(Capability.class);
    for (PhasePlan phase : phases) {
      if (phase.name() == PhaseName.LOAD) {
        needs.putIfAbsent(Capability.INSERT, WorkloadSettings.RECORD_COUNT);
      } else {
        workload.operationTypes().forEach(type -> addNeeds(type, workload, settings, needs));
      }
    }
    return needs;
  }

  private static void addNeeds(
      OperationType type, Workload workload, Settings settings, Map<Capability, Setting<?>> needs) {
    switch (type) {
      case INSERT -> needs.putIfAbsent(Capability.INSERT, WorkloadSettings.INSERT_PROPORTION);
      case READ -> addRead(WorkloadSettings.READ_PROPORTION, workload, needs);
      case UPDATE -> needs.putIfAbsent(Capability.UPDATE, WorkloadSettings.UPDATE_PROPORTION);
      case DELETE -> needs.putIfAbsent(Capability.DELETE, WorkloadSettings.DELETE_PROPORTION);
      case SCAN -> {
        needs.putIfAbsent(Capability.SCAN, WorkloadSettings.SCAN_PROPORTION);
        addConsistency(workload, needs);
      }
      case COMPARE_AND_SET, READ_COMPARE_AND_SET -> {
        addRead(WorkloadSettings.COMPARE_AND_SET_PROPORTION, workload, needs);
        needs.putIfAbsent(Capability.COMPARE_AND_SET, WorkloadSettings.COMPARE_AND_SET_PROPORTION);
      }
      case TRANSACTION -> {
        needs.putIfAbsent(Capability.TRANSACTION, WorkloadSettings.TRANSACTION_PROPORTION);
        needs.putIfAbsent(Capability.UPDATE, WorkloadSettings.TRANSACTION_PROPORTION);
      }
      case READ_TRANSACTION -> {
        needs.putIfAbsent(
            Capability.READ_TRANSACTION, WorkloadSettings.READ_TRANSACTION_PROPORTION);
        addConsistency(workload, needs);
      }
      case ONE_SHOT_READ -> addOneShotRead(workload, settings, needs);
      case STM -> addStm(workload, settings, needs);
      case RANGE, PAGED_RANGE -> addRange(workload, settings, needs);
      case CRITICAL_SECTION ->
          addOwnership(Capability.LOCK, CoordinationSettings.LOCK_PROPORTION, settings, needs);
      case LEADERSHIP ->
          addOwnership(
              Capability.ELECTION, CoordinationSettings.ELECTION_PROPORTION, settings, needs);
      case LEASE_RENEWAL ->
          addLease(
              CoordinationSettings.LEASE_KEEPALIVE_PROPORTION, needs, Capability.LEASE_KEEPALIVE);
      case LEASE_CYCLE -> {
        addLease(CoordinationSettings.LEASE_CYCLE_PROPORTION, needs, Capability.LEASE_KEEPALIVE);
        if (settings.get(CoordinationSettings.LEASE_QUERY)) {
          needs.putIfAbsent(Capability.LEASE_TTL, CoordinationSettings.LEASE_QUERY);
        }
      }
      case LEASE_LIFETIME ->
          addLease(CoordinationSettings.LEASE_EXPIRY_PROPORTION, needs, Capability.LEASE_EXPIRY);
      case MEMBERSHIP -> {
        addLease(CoordinationSettings.MEMBERSHIP_PROPORTION, needs, Capability.LEASE_KEEPALIVE);
        needs.putIfAbsent(Capability.MEMBERSHIP, CoordinationSettings.MEMBERSHIP_PROPORTION);
      }
      case WATCH_CATCH_UP ->
          needs.putIfAbsent(Capability.WATCHER_REPLAY, WatcherSettings.WATCH_REPLAY_PROPORTION);
      default -> {} // Only parts of other requests.
      case WATCH -> needs.putIfAbsent(Capability.WATCH, WorkloadSettings.WATCH_PROPORTION);
      case WATCHED_UPDATE -> addWatchers(workload, settings, needs);
      case READ_MODIFY_WRITE -> {
        addRead(WorkloadSettings.READ_MODIFY_WRITE_PROPORTION, workload, needs);
        needs.putIfAbsent(Capability.UPDATE, WorkloadSettings.READ_MODIFY_WRITE_PROPORTION);
      }
    }
  }

  private static void addOneShotRead(
      Workload workload, Settings settings, Map<Capability, Setting<?>> needs) {
    needs.putIfAbsent(Capability.ONE_SHOT_READ, OneShotSettings.ONE_SHOT_READ_PROPORTION);
    if (settings.get(OneShotSettings.ONE_SHOT_SESSION)) {
      needs.putIfAbsent(Capability.ONE_SHOT_SESSION, OneShotSettings.ONE_SHOT_SESSION);
    }
    addRead(OneShotSettings.ONE_SHOT_READ_PROPORTION, workload, needs);
  }

  private static void addOwnership(
      Capability ownership,
      Setting<Double> proportion,
      Settings settings,
      Map<Capability, Setting<?>> needs) {
    needs.putIfAbsent(ownership, proportion);
    needs.putIfAbsent(
        settings.get(CoordinationSettings.LOCK_WRITE) == LockWrite.FENCED
            ? Capability.FENCED_UPDATE
            : Capability.UPDATE,
        CoordinationSettings.LOCK_WRITE);
  }

  private static void addLease(
      Setting<Double> proportion, Map<Capability, Setting<?>> needs, Capability further) {
    needs.putIfAbsent(Capability.LEASE, proportion);
    needs.putIfAbsent(further, proportion);
  }

  private static void addWatchers(
      Workload workload, Settings settings, Map<Capability, Setting<?>> needs) {
    needs.putIfAbsent(Capability.WATCHER, WatcherSettings.WATCHED_UPDATE_PROPORTION);
    if (workload.smallestValue() < Operation.WatchedUpdate.DISTINCT) {
      needs.putIfAbsent(
          Capability.WATCHER_SHORT,
          settings.find(WorkloadSettings.VALUE_SIZE).isPresent()
              ? WorkloadSettings.VALUE_SIZE
              : WorkloadSettings.FIELD_LENGTH);
    }
    if (settings.get(WatcherSettings.WATCH_SCOPE) == WatchScope.ALL) {
      needs.putIfAbsent(Capability.WATCHER_ALL, WatcherSettings.WATCH_SCOPE);
    }
    if (settings.get(WatcherSettings.WATCH_ONCE)) {
      needs.putIfAbsent(Capability.WATCHER_ONCE, WatcherSettings.WATCH_ONCE);
    }
  }

  private static void addStm(
      Workload workload, Settings settings, Map<Capability, Setting<?>> needs) {
    addRead(WorkloadSettings.STM_PROPORTION, workload, needs);
    Isolation isolation = settings.get(WorkloadSettings.STM_ISOLATION);
    if (settings.get(WorkloadSettings.STM_READS) > 1) {
      needs.putIfAbsent(Capability.TRANSACTION, WorkloadSettings.STM_PROPORTION);
    } else if (isolation == Isolation.SERIALIZABLE_SNAPSHOT) {
      needs.putIfAbsent(Capability.TRANSACTION, WorkloadSettings.STM_ISOLATION);
    }
    if (isolation.readsSnapshot()) {
      needs.putIfAbsent(Capability.SNAPSHOT, WorkloadSettings.STM_ISOLATION);
    }
    if (isolation == Isolation.READ_COMMITTED) {
      needs.putIfAbsent(Capability.UPDATE, WorkloadSettings.STM_PROPORTION);
      return;
    }
    needs.putIfAbsent(Capability.COMPARE_AND_SET, WorkloadSettings.STM_ISOLATION);
    if (settings.get(WorkloadSettings.STM_READS) > settings.get(WorkloadSettings.STM_WRITES)) {
      needs.putIfAbsent(Capability.TRANSACTION_GUARD, WorkloadSettings.STM_ISOLATION);
    }
  }

  private static void addRange(
      Workload workload, Settings settings, Map<Capability, Setting<?>> needs) {
    needs.putIfAbsent(
        switch (settings.get(RangeSettings.RANGE_SELECTION)) {
          case ALL -> Capability.RANGE_ALL;
          case PREFIX -> Capability.RANGE_PREFIX;
          case FROM, BETWEEN -> Capability.RANGE_FROM;
        },
        RangeSettings.RANGE_SELECTION);
    needs.putIfAbsent(
        switch (settings.get(RangeSettings.RANGE_CONTENT)) {
          case RECORDS -> Capability.RANGE_RECORDS;
          case KEYS -> Capability.RANGE_KEYS;
          case COUNT -> Capability.RANGE_COUNT;
        },
        RangeSettings.RANGE_CONTENT);
    for (Setting<Integer> limit : List.of(RangeSettings.RANGE_LIMIT, RangeSettings.RANGE_PAGE)) {
      if (settings.get(limit) > 0) {
        needs.putIfAbsent(Capability.RANGE_LIMIT, limit);
      }
    }
    if (settings.get(RangeSettings.RANGE_PAGE) > 0) {
      needs.putIfAbsent(Capability.RANGE_FROM, RangeSettings.RANGE_PAGE);
    }
    if (settings.get(RangeSettings.RANGE_DESCENDING)) {
      needs.putIfAbsent(Capability.RANGE_DESCENDING, RangeSettings.RANGE_DESCENDING);
    }
    addConsistency(workload, needs);
  }

  private static void addRead(
      Setting<?> proportion, Workload workload, Map<Capability, Setting<?>> needs) {
    if (workload.readConsistency() == ReadConsistency.DEFAULT) {
      needs.putIfAbsent(Capability.READ_DEFAULT, proportion);
    }
    addConsistency(workload, needs);
  }

  /** All reads, including scans, must offer the requested consistency. */
  private static void addConsistency(Workload workload, Map<Capability, Setting<?>> needs) {
    switch (workload.readConsistency()) {
      case DEFAULT -> {}
      case LINEARIZABLE ->
          needs.putIfAbsent(Capability.READ_LINEARIZABLE, WorkloadSettings.READ_CONSISTENCY);
      case STALE -> needs.putIfAbsent(Capability.READ_STALE, WorkloadSettings.READ_CONSISTENCY);
    }
  }
}
