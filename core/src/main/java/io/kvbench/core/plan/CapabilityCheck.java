package io.kvbench.core.plan;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.family.Families;
import io.kvbench.core.workload.family.Needs;
import io.kvbench.core.workload.setting.WorkloadSettings;
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
    Needs needs = new Needs(settings, workload.readConsistency(), workload.smallestValue());
    for (PhasePlan phase : phases) {
      if (phase.name() == PhaseName.LOAD) {
        needs.of(Capability.INSERT, WorkloadSettings.RECORD_COUNT);
      } else {
        workload.operationTypes().forEach(kind -> Families.of(kind).need(kind, needs));
      }
    }
    return needs.found();
  }
}
