package io.kvbench.runner.run;

import io.kvbench.core.plan.PhaseName;
import io.kvbench.core.plan.PhasePlan;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Fact;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Settings;
import io.kvbench.results.directory.PlanDocument;
import io.kvbench.results.directory.PlanDocument.FaultDocument;
import io.kvbench.results.directory.PlanDocument.PhaseDocument;
import io.kvbench.results.directory.PlanDocument.SettingDocument;
import io.kvbench.runner.run.fault.FaultSettings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** A plan as it is written to {@code plan.json}. */
final class PlanDocuments {
  private PlanDocuments() {}

  static PlanDocument of(RunPlan plan) {
    return new PlanDocument(
        PlanDocument.SCHEMA,
        plan.workloadName(),
        plan.system().name(),
        plan.workload().seed(),
        Optional.of(plan.workload().profile()),
        plan.phases().stream().map(phase -> phase(plan, phase)).toList(),
        faults(plan.settings()),
        settings(plan),
        plan.notes());
  }

  private static PhaseDocument phase(RunPlan plan, PhasePlan phase) {
    return new PhaseDocument(
        phase.name().toString(),
        phase.step(),
        phase.clients(),
        plan.connections(phase),
        phase.loadModel().toString(),
        phase.offeredPerSecond(),
        phase.requests() == PhasePlan.UNLIMITED
            ? OptionalLong.empty()
            : OptionalLong.of(phase.requests()),
        nanos(phase.duration()),
        phase.onlyIfStoreIsEmpty(),
        mix(plan, phase));
  }

  private static Optional<List<FaultDocument>> faults(Settings settings) {
    List<FaultDocument> faults =
        FaultSettings.steps(settings).stream()
            .map(
                step ->
                    new FaultDocument(
                        step.kind(),
                        step.target(),
                        step.at().toNanos(),
                        nanos(step.every()),
                        nanos(step.lasting())))
            .toList();
    return faults.isEmpty() ? Optional.empty() : Optional.of(faults);
  }

  private static OptionalLong nanos(Optional<Duration> time) {
    return time.map(Duration::toNanos).map(OptionalLong::of).orElse(OptionalLong.empty());
  }

  private static Map<String, Double> mix(RunPlan plan, PhasePlan phase) {
    Map<String, Double> mix = new LinkedHashMap<>();
    plan.workload()
        .mix(phase.name() == PhaseName.LOAD)
        .forEach((type, share) -> mix.put(type.name(), share));
    return mix;
  }

  private static Map<String, SettingDocument> settings(RunPlan plan) {
    Map<String, SettingDocument> documents = new LinkedHashMap<>();
    for (Settings.Entry entry : plan.settings().entries()) {
      String name = entry.setting().name();
      documents.put(
          name,
          new SettingDocument(
              entry.text(),
              entry.origin().map(Origin::toString),
              entry.setting().affects().map(Affects::toString),
              entry.setting().decides().map(Fact::toString),
              Optional.ofNullable(plan.fileDigests().get(name))));
    }
    return documents;
  }
}
