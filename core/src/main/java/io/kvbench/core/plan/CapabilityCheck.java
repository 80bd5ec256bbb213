package io.kvbench.core.plan;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.OperationType;
import io.kvbench.core.operation.ReadConsistency;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.WorkloadSettings;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Compares what a workload needs with what a system declares, so that a run never meets a surprise.
 */
final class CapabilityCheck {
  private CapabilityCheck() {}

  static void check(
      SystemDescriptor system,
      Workload workload,
      List<PhasePlan> phases,
      Settings settings,
      Problems problems) {
    needs(workload, phases)
        .forEach(
            (capability, asking) -> {
              if (!system.capabilities().contains(capability)) {
                problems.add(settings.whereIs(asking), refusal(system, capability, asking));
              }
            });
  }

  /** Returns what is to be said about what the workload needs and the system has. */
  static List<String> remarks(SystemDescriptor system, Workload workload, List<PhasePlan> phases) {
    return needs(workload, phases).keySet().stream()
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

  /** Returns what is needed, each with the setting that asks for it first. */
  private static Map<Capability, Setting<?>> needs(Workload workload, List<PhasePlan> phases) {
    Map<Capability, Setting<?>> needs = new EnumMap<>(Capability.class);
    for (PhasePlan phase : phases) {
      if (phase.name() == PhaseName.LOAD) {
        needs.putIfAbsent(Capability.INSERT, WorkloadSettings.RECORD_COUNT);
      } else {
        workload.operationTypes().forEach(type -> addNeeds(type, workload, needs));
      }
    }
    return needs;
  }

  private static void addNeeds(
      OperationType type, Workload workload, Map<Capability, Setting<?>> needs) {
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
      case WATCH -> needs.putIfAbsent(Capability.WATCH, WorkloadSettings.WATCH_PROPORTION);
      case READ_MODIFY_WRITE -> {
        addRead(WorkloadSettings.READ_MODIFY_WRITE_PROPORTION, workload, needs);
        needs.putIfAbsent(Capability.UPDATE, WorkloadSettings.READ_MODIFY_WRITE_PROPORTION);
      }
    }
  }

  private static void addRead(
      Setting<?> proportion, Workload workload, Map<Capability, Setting<?>> needs) {
    if (workload.readConsistency() == ReadConsistency.DEFAULT) {
      needs.putIfAbsent(Capability.READ_DEFAULT, proportion);
    }
    addConsistency(workload, needs);
  }

  /** Whoever reads anything, scans included, has to be able to do it as freshly as was asked. */
  private static void addConsistency(Workload workload, Map<Capability, Setting<?>> needs) {
    switch (workload.readConsistency()) {
      case DEFAULT -> {}
      case LINEARIZABLE ->
          needs.putIfAbsent(Capability.READ_LINEARIZABLE, WorkloadSettings.READ_CONSISTENCY);
      case STALE -> needs.putIfAbsent(Capability.READ_STALE, WorkloadSettings.READ_CONSISTENCY);
    }
  }
}
