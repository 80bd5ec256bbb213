package io.kvbench.runner.calibrate;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingException;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.List;
import java.util.ServiceLoader;

/** The store that does nothing, as a run would get it. */
final class DoNothing {
  private static final String SYSTEM = "memory";
  private static final Origin ORIGIN = Origin.of("calibrate");

  private DoNothing() {}

  /**
   * Opens it.
   *
   * @param handover whether another thread answers, or the client's own
   */
  static Binding open(boolean handover) throws BindingException, InterruptedException {
    BindingProvider provider = provider();
    SystemDescriptor system = provider.systems().getFirst();
    Assignments given = new Assignments();
    given.add("memory.nothing", "true", ORIGIN);
    given.add("memory.handover", String.valueOf(handover), ORIGIN);
    Settings settings = Settings.resolve(given, system.settings(), new Problems());
    return provider.open(system, new BindingConfig(List.of(), 1, Duration.ofSeconds(1), settings));
  }

  private static BindingProvider provider() throws BindingException {
    return ServiceLoader.load(BindingProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each.systems().getFirst().name().equals(SYSTEM))
        .findFirst()
        .orElseThrow(
            () ->
                new BindingException(
                    "calibrate requires the system "
                        + SYSTEM
                        + ", but this kvbench has no binding for it; use the kvbench.jar of"
                        + " the build."));
  }
}
