package io.kvbench.bindings.consul;

import io.kvbench.bindings.consul.options.ConsulSettings;
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

/** Configurations as in a run. */
final class TestConfig {
  private TestConfig() {}

  static Settings settings(Map<String, String> given) {
    Assignments assignments = new Assignments();
    given.forEach((name, text) -> assignments.add(name, text, Origin.of("-p")));
    Problems problems = new Problems();
    Settings settings = Settings.resolve(assignments, ConsulSettings.all(), problems);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(problems.list().toString());
    }
    return settings;
  }

  static BindingConfig of(
      List<String> endpoints, int connections, Duration limit, Map<String, String> given) {
    return new BindingConfig(endpoints, connections, limit, settings(given));
  }

  static Binding open(List<String> endpoints, int connections, Map<String, String> given)
      throws BindingException, InterruptedException {
    return open(endpoints, connections, Duration.ofSeconds(60), given);
  }

  static Binding open(
      List<String> endpoints, int connections, Duration limit, Map<String, String> given)
      throws BindingException, InterruptedException {
    return new ConsulProvider()
        .open(ConsulProvider.CONSUL, of(endpoints, connections, limit, given));
  }
}
