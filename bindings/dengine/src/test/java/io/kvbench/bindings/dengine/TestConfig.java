package io.kvbench.bindings.dengine;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Bindings opened as in a run. */
final class TestConfig {
  private TestConfig() {}

  static Binding open(List<String> endpoints, Map<String, String> given)
      throws BindingException, InterruptedException {
    return open(endpoints, Duration.ofSeconds(60), given);
  }

  static Binding open(List<String> endpoints, Duration limit, Map<String, String> given)
      throws BindingException, InterruptedException {
    Assignments assignments = new Assignments();
    given.forEach((name, text) -> assignments.add(name, text, Origin.of("-p " + name)));
    Settings settings = Settings.resolve(assignments, DEngineSettings.all(), new Problems());
    return new DEngineProvider()
        .open(DEngineProvider.DENGINE, new BindingConfig(endpoints, 1, limit, settings));
  }
}
