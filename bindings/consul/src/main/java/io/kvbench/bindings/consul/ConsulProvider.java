package io.kvbench.bindings.consul;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** Tells of the system {@code consul} and connects to it. */
public final class ConsulProvider implements BindingProvider {
  static final SystemDescriptor CONSUL =
      new SystemDescriptor(
          "consul",
          "Consul",
          EnumSet.complementOf(EnumSet.of(Capability.SCAN)),
          Map.of(
              Capability.SCAN,
              "Consul returns all records below a prefix and takes neither a start nor a limit;"
                  + " choose a workload with scanproportion=0, or another system."),
          ConsulSettings.all(),
          false,
          true,
          true);

  @Override
  public List<SystemDescriptor> systems() {
    return List.of(CONSUL);
  }

  @Override
  public void check(
      SystemDescriptor system, List<String> endpoints, Settings settings, Problems problems) {
    if (!endpoints.isEmpty()) {
      boolean tls = settings.get(ConsulSettings.TLS);
      check("endpoints", () -> Endpoint.parseAll(endpoints, Dialect.CONSUL, tls), problems);
    }
    check("consul", () -> ClientOptions.checkNames(settings), problems);
    check("consul", () -> Tls.check(settings), problems);
    check(settings.whereIs(ConsulSettings.TOKEN), () -> Token.of(settings), problems);
  }

  /** Something that fails for reasons that a user can mend. */
  private interface Attempt {
    void make() throws BindingException;
  }

  private static void check(String where, Attempt attempt, Problems problems) {
    try {
      attempt.make();
    } catch (BindingException e) {
      problems.add(where, String.valueOf(e.getMessage()));
    }
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config)
      throws BindingException, InterruptedException {
    return ConsulBinding.open(ClientOptions.of(config), config);
  }
}
