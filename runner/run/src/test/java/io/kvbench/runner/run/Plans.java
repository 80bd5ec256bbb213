package io.kvbench.runner.run;

import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.plan.MixSettings;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.plan.RunPlanner;
import io.kvbench.core.plan.RunSettings;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.Workload;
import io.kvbench.results.verdict.VerdictSettings;
import io.kvbench.runner.cluster.Clusters;
import io.kvbench.runner.run.events.EventSettings;
import io.kvbench.runner.run.fault.FaultSettings;
import io.kvbench.runner.run.find.FindSettings;
import io.kvbench.runner.run.hosts.HostSettings;
import io.kvbench.runner.run.network.NetworkSettings;
import java.util.ArrayList;
import java.util.List;

/** Plans made from a few assignments. */
final class Plans {
  private Plans() {}

  /** Returns the plan, or fails with all that is wrong. */
  static RunPlan of(SystemDescriptor system, Clusters clusters, String... assignments) {
    Assignments given = new Assignments();
    for (String assignment : assignments) {
      String[] parts = assignment.split("=", 2);
      given.add(parts[0], parts[1], Origin.of("test"));
    }
    List<Setting<?>> known = new ArrayList<>(RunSettings.all());
    known.addAll(VerdictSettings.all());
    known.addAll(Workload.settings());
    known.addAll(clusters.settings());
    known.addAll(FaultSettings.all());
    known.addAll(HostSettings.all());
    known.addAll(NetworkSettings.all());
    known.addAll(EventSettings.all());
    known.addAll(FindSettings.all());
    known.addAll(system.settings());
    known.addAll(MixSettings.declared(given, VerdictSettings.SLO));
    Problems problems = new Problems();
    Settings settings = Settings.resolve(given, known, problems);
    return RunPlanner.plan("test", system, settings, problems)
        .orElseThrow(() -> new AssertionError(problems.list().toString()));
  }

  /** Returns the system with writes that do not report whether there was a record. */
  static SystemDescriptor blind(SystemDescriptor system) {
    return new SystemDescriptor(
        system.name(),
        system.title(),
        system.capabilities(),
        system.reasons(),
        system.settings(),
        system.local(),
        system.exclusiveConnections(),
        true,
        system.remarks(),
        system.notes(),
        system.ownConnections(),
        system.maxConnections(),
        system.promises());
  }

  /** Returns the system as if it needed servers. */
  static SystemDescriptor remote(SystemDescriptor system) {
    return new SystemDescriptor(
        system.name(),
        system.title(),
        system.capabilities(),
        system.reasons(),
        system.settings(),
        false);
  }
}
