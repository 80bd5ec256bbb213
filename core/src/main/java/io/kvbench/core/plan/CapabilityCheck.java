package io.kvbench.core.plan;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.OperationType;
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
    needs(workload, phases, settings)
        .forEach(
            (capability, where) -> {
              if (!system.capabilities().contains(capability)) {
                problems.add(where, refusal(system, capability));
              }
            });
  }

  private static String refusal(SystemDescriptor system, Capability capability) {
    String refusal = system.title() + " cannot do " + capability.title();
    String reason = system.reasons().get(capability);
    return reason == null ? refusal + "." : refusal + ": " + reason;
  }

  /** Returns what is needed, each with the place in the settings that asks for it. */
  private static Map<Capability, String> needs(
      Workload workload, List<PhasePlan> phases, Settings settings) {
    Map<Capability, String> needs = new EnumMap<>(Capability.class);
    for (PhasePlan phase : phases) {
      if (phase.name() == PhaseName.LOAD) {
        needs.putIfAbsent(Capability.INSERT, settings.whereIs(WorkloadSettings.RECORD_COUNT));
      } else {
        workload.operationTypes().forEach(type -> addNeeds(type, workload, settings, needs));
      }
    }
    return needs;
  }

  private static void addNeeds(
      OperationType type, Workload workload, Settings settings, Map<Capability, String> needs) {
    switch (type) {
      case INSERT -> need(Capability.INSERT, WorkloadSettings.INSERT_PROPORTION, settings, needs);
      case READ -> need(read(workload), WorkloadSettings.READ_PROPORTION, settings, needs);
      case UPDATE -> need(Capability.UPDATE, WorkloadSettings.UPDATE_PROPORTION, settings, needs);
      case DELETE -> need(Capability.DELETE, WorkloadSettings.DELETE_PROPORTION, settings, needs);
      case SCAN -> need(Capability.SCAN, WorkloadSettings.SCAN_PROPORTION, settings, needs);
      case READ_MODIFY_WRITE -> {
        need(read(workload), WorkloadSettings.READ_MODIFY_WRITE_PROPORTION, settings, needs);
        need(Capability.UPDATE, WorkloadSettings.READ_MODIFY_WRITE_PROPORTION, settings, needs);
      }
    }
  }

  private static void need(
      Capability capability, Setting<?> asking, Settings settings, Map<Capability, String> needs) {
    needs.putIfAbsent(capability, settings.whereIs(asking));
  }

  private static Capability read(Workload workload) {
    return switch (workload.readConsistency()) {
      case DEFAULT -> Capability.READ_DEFAULT;
      case LINEARIZABLE -> Capability.READ_LINEARIZABLE;
      case STALE -> Capability.READ_STALE;
    };
  }
}
