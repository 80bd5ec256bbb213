package io.kvbench.runner.embed;

import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.run.PlanFactory;
import io.kvbench.runner.run.hosts.HostSettings;
import java.util.List;
import java.util.Optional;

/** The check that requested samples of hosts have a sidecar to take them. */
record SidecarCheck(boolean sidecar) implements PlanFactory.PlanExtension {
  @Override
  public List<Setting<?>> settings() {
    return List.of();
  }

  @Override
  public void check(Settings settings, Optional<RunPlan> plan, Problems problems) {
    if (!sidecar
        && settings.isGiven(HostSettings.EVERY)
        && settings.get(HostSettings.EVERY).isPresent()) {
      problems.add(
          settings.whereIs(HostSettings.EVERY),
          "hosts.every requires samples, which a separate process takes; specify kvbench's jar with"
              + " sidecar(Path), or omit it.");
    }
  }
}
