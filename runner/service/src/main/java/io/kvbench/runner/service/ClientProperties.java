package io.kvbench.runner.service;

import io.kvbench.core.plan.MixSettings;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Assignments.Assignment;
import io.kvbench.core.setting.Excerpt;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.PropertyHint;
import io.kvbench.core.setting.Setting;
import io.kvbench.results.verdict.VerdictSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The properties that a client may set: those that are declared to be remote or that the operator
 * allows, unless the operator has set them. A secret is never one of them.
 */
final class ClientProperties {
  private final Map<String, Setting<?>> known = new HashMap<>();
  private final Map<String, Setting<?>> open = new LinkedHashMap<>();

  /**
   * Takes from all settings those that are open.
   *
   * @param allowed names of further settings that the operator allows
   * @param fixed what the operator has set for all runs
   */
  ClientProperties(Collection<Setting<?>> settings, Set<String> allowed, Assignments fixed) {
    settings.forEach(setting -> names(setting).forEach(name -> known.put(name, setting)));
    Set<Setting<?>> taken =
        Set.copyOf(
            fixed.list().stream()
                .<Setting<?>>mapMulti(
                    (each, found) -> {
                      Setting<?> setting = known.get(each.name());
                      if (setting != null) {
                        found.accept(setting);
                      }
                    })
                .distinct()
                .toList());
    settings.stream()
        .filter(setting -> setting.remote() || names(setting).stream().anyMatch(allowed::contains))
        .filter(setting -> !setting.secret() && !taken.contains(setting))
        .forEach(setting -> open.put(setting.name(), setting));
  }

  private static List<String> names(Setting<?> setting) {
    List<String> names = new ArrayList<>(setting.aliases());
    names.add(setting.name());
    return names;
  }

  /** Returns the settings that a client may set, in the order in which they are declared. */
  List<Setting<?>> all() {
    return List.copyOf(open.values());
  }

  /**
   * Turns what a client has set into assignments; the problems say what it may not set. Of a mix a
   * client may set what it may set of the run.
   */
  Assignments check(Map<String, String> properties, Problems problems) {
    Assignments given = new Assignments();
    properties.forEach(
        (name, text) -> given.add(name, text, Origin.of("properties." + Excerpt.of(name))));
    Map<String, Setting<?>> all = new HashMap<>(known);
    MixSettings.declared(given, VerdictSettings.SLO)
        .forEach(setting -> names(setting).forEach(name -> all.put(name, setting)));
    Assignments assignments = new Assignments();
    for (Assignment each : given.list()) {
      Setting<?> setting = all.get(each.name());
      if (setting == null) {
        problems.add(
            each.origin(),
            "unknown property; "
                + PropertyHint.of(each.name(), open.keySet())
                    .map(nearest -> "did you mean " + nearest + "?")
                    .orElse("/v1/catalog lists all properties."));
      } else if (!open.containsKey(MixSettings.withoutMix(setting.name()))) {
        problems.add(each.origin(), "cannot be set by clients of the service; ask its operator.");
      } else {
        assignments.add(each.name(), each.text(), each.origin());
      }
    }
    return assignments;
  }
}
