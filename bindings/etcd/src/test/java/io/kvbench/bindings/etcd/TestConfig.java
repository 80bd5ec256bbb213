package io.kvbench.bindings.etcd;

import io.kvbench.bindings.etcd.options.EtcdSettings;
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
public final class TestConfig {
  private TestConfig() {}

  static Settings settings(Map<String, String> given) {
    Assignments assignments = new Assignments();
    given.forEach((name, text) -> assignments.add(name, text, Origin.of("-p")));
    Problems problems = new Problems();
    Settings settings = Settings.resolve(assignments, EtcdSettings.all(), problems);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(problems.list().toString());
    }
    return settings;
  }

  public static BindingConfig of(
      List<String> endpoints, int connections, Duration limit, Map<String, String> given) {
    return new BindingConfig(endpoints, connections, limit, settings(given));
  }

  public static Binding open(List<String> endpoints, int connections, Map<String, String> given)
      throws BindingException, InterruptedException {
    return open(endpoints, connections, Duration.ofSeconds(60), given);
  }

  public static Binding open(
      List<String> endpoints, int connections, Duration limit, Map<String, String> given)
      throws BindingException, InterruptedException {
    return new EtcdProvider().open(EtcdProvider.ETCD, of(endpoints, connections, limit, given));
  }
}
