package io.kvbench.runner.run;

import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.plan.RunPlan;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import io.kvbench.runner.cluster.ClusterSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The settings of other systems than the one under load. A workload file may serve several, so it
 * is no problem; a note says that it has no effect.
 */
final class ForeignSettings {
  private ForeignSettings() {}

  /** Returns one sentence that names settings of servers where a plan starts none. */
  static Optional<String> serverNote(RunPlan plan) {
    if (!plan.system().local() && plan.endpoints().isEmpty()) {
      return Optional.empty();
    }
    String names =
        ClusterSettings.all().stream()
            .filter(setting -> !setting.equals(ClusterSettings.CLUSTER))
            .filter(setting -> isChanged(setting, plan.settings()))
            .map(setting -> setting.name() + " (" + plan.settings().whereIs(setting) + ")")
            .collect(Collectors.joining(", "));
    String reason =
        plan.system().local()
            ? plan.system().title() + " has no servers"
            : "endpoints are given, so kvbench starts no servers";
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of("No effect: " + names + ": " + reason + ".");
  }

  /** A file may be used for runs with and without started servers. */
  private static boolean isChanged(Setting<?> setting, Settings settings) {
    return settings.isGiven(setting)
        && !settings.isFromFile(setting)
        && !settings
            .find(setting)
            .equals(setting.defaultText().map(text -> setting.parser().apply(text)));
  }

  /** Returns one sentence that names them, if any were given. */
  static Optional<String> note(
      SystemDescriptor asked, Collection<SystemDescriptor> systems, Settings settings) {
    Set<String> own = asked.settings().stream().map(Setting::name).collect(Collectors.toSet());
    List<String> names = new ArrayList<>();
    for (SystemDescriptor system : systems) {
      system.settings().stream()
          .filter(settings::isGiven)
          .map(Setting::name)
          .filter(name -> !own.contains(name) && !names.contains(name))
          .forEach(names::add);
    }
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of("No effect on " + asked.name() + ": " + String.join(", ", names) + ".");
  }
}
