package io.kvbench.core.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problem;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.core.workload.setting.UnusedYcsbSettings;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The planner's result for a few lines: either a plan or problems. */
record Planned(Optional<RunPlan> plan, List<String> problems) {
  static final String WRITES = "readproportion=0\nupdateproportion=0\ninsertproportion=1\n";
  static final String READS = "recordcount=1000\nreadproportion=1\nupdateproportion=0\n";

  /** Plans for a system with all capabilities. */
  static Planned of(String lines) {
    return of(system(EnumSet.allOf(Capability.class), Map.of()), lines);
  }

  /** Plans for a system; the lines are in a file called {@code w}, the rest on the command line. */
  static Planned of(SystemDescriptor system, String lines, String... commandLine) {
    return inParts(1, system, lines, commandLine);
  }

  /** Plans a run that is to be divided. */
  static Planned inParts(int parts, SystemDescriptor system, String lines, String... commandLine) {
    Assignments assignments = new Assignments();
    int number = 0;
    for (String line : lines.lines().toList()) {
      number++;
      int equals = line.indexOf('=');
      assignments.add(
          line.substring(0, equals), line.substring(equals + 1), new Origin("w", number));
    }
    for (String given : commandLine) {
      int equals = given.indexOf('=');
      assignments.add(given.substring(0, equals), given.substring(equals + 1), Origin.of("-p"));
    }
    Problems problems = new Problems();
    List<Setting<?>> known = new ArrayList<>(known());
    known.addAll(MixSettings.declared(assignments));
    Settings settings = Settings.resolve(assignments, known, problems);
    Optional<RunPlan> plan = RunPlanner.plan("w", system, settings, parts, problems);
    assertThat(plan.isPresent()).isEqualTo(problems.isEmpty());
    return new Planned(plan, problems.list().stream().map(Problem::toString).toList());
  }

  static SystemDescriptor system(Set<Capability> capabilities, Map<Capability, String> reasons) {
    return new SystemDescriptor("store", "Store", capabilities, reasons, List.of(), false);
  }

  private static List<Setting<?>> known() {
    return Stream.of(RunSettings.all(), Workload.settings(), UnusedYcsbSettings.all())
        .<Setting<?>>flatMap(List::stream)
        .toList();
  }

  RunPlan get() {
    return plan.orElseThrow(() -> new AssertionError(problems));
  }

  List<PhaseName> phases() {
    return get().phases().stream().map(PhasePlan::name).toList();
  }

  PhasePlan phase(PhaseName name) {
    return get().phases().stream()
        .filter(phase -> phase.name() == name)
        .findFirst()
        .orElseThrow(() -> new AssertionError(get().phases()));
  }
}
