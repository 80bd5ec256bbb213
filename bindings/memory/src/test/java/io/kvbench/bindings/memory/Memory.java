package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;

/** The binding as in a run: found by ServiceLoader and opened with the user's settings. */
final class Memory {
  private Memory() {}

  static BindingProvider provider() {
    return ServiceLoader.load(BindingProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(MemoryProvider.class::isInstance)
        .findFirst()
        .orElseThrow(() -> new AssertionError("not found by ServiceLoader"));
  }

  static SystemDescriptor system() {
    return provider().systems().getFirst();
  }

  /** Opens the binding with settings of the form {@code name=value}. */
  static Binding open(String... settings) throws Exception {
    return provider()
        .open(system(), new BindingConfig(List.of(), 1, Duration.ofSeconds(1), settings(settings)));
  }

  /** Returns settings of the form {@code name=value}. */
  static Settings settings(String... settings) {
    Assignments given = new Assignments();
    for (String setting : settings) {
      String[] parts = setting.split("=", 2);
      given.add(parts[0], parts[1], Origin.of("-p " + setting));
    }
    Problems problems = new Problems();
    Settings resolved = Settings.resolve(given, system().settings(), problems);
    if (!problems.isEmpty()) {
      throw new AssertionError(problems.list());
    }
    return resolved;
  }
}
