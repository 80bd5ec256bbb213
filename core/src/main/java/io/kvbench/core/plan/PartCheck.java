package io.kvbench.core.plan;

import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The check that each part of a run gets at least one client, connection and so on. */
final class PartCheck {
  private final Settings settings;
  private final int parts;
  private final Problems problems;

  private PartCheck(Settings settings, int parts, Problems problems) {
    this.settings = settings;
    this.parts = parts;
    this.problems = problems;
  }

  /**
   * Adds a problem for each setting whose number is too small.
   *
   * @param connections the requested number; 0 if each client has its own
   */
  static void check(
      Settings settings, List<PhasePlan> phases, int connections, int parts, Problems problems) {
    PartCheck check = new PartCheck(settings, parts, problems);
    Map<Boolean, Integer> fewest =
        phases.stream()
            .collect(Collectors.toMap(check::isFromSteps, PhasePlan::clients, Math::min));
    check.enough(RunSettings.CLIENTS, "client", fewest.getOrDefault(false, parts));
    check.enough(RunSettings.CLIENT_STEPS, "client", fewest.getOrDefault(true, parts));
    check.enough(RunSettings.CONNECTIONS, "connection", connections == 0 ? parts : connections);
  }

  /** As in {@link ClientSteps#clients}. */
  private boolean isFromSteps(PhasePlan phase) {
    boolean steps = settings.find(RunSettings.CLIENT_STEPS).isPresent();
    return steps && (phase.step().isPresent() || !settings.isGiven(RunSettings.CLIENTS));
  }

  private void enough(Setting<?> setting, String what, int fewest) {
    if (fewest < parts) {
      problems.add(
          settings.whereIs(setting),
          ("%s=%s gives %d %s%s to %d agents, and each needs one: set it to at least %d%s, or use"
                  + " fewer agents.")
              .formatted(
                  setting.name(),
                  settings.text(setting).orElse(""),
                  fewest,
                  what,
                  fewest == 1 ? "" : "s",
                  parts,
                  parts,
                  setting.equals(RunSettings.CLIENT_STEPS) ? " in each step" : ""));
    }
  }
}
