package io.kvbench.runner.run;

import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What was given for systems other than the one under load. A workload file may serve several, so
 * it is no problem; whoever expects an effect is told that there is none.
 */
final class ForeignSettings {
  private ForeignSettings() {}

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
        : Optional.of("Without effect on " + asked.name() + ": " + String.join(", ", names) + ".");
  }
}
