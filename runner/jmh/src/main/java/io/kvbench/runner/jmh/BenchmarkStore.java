package io.kvbench.runner.jmh;

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

/** The store that does nothing, with its two ways to answer. */
public enum BenchmarkStore {
  /** On the client's own thread. */
  NOTHING("false"),
  /** From another thread. */
  HANDOVER("true");

  private static final String SYSTEM = "memory";
  private static final Origin ORIGIN = Origin.of("benchmark");

  private final String handover;

  BenchmarkStore(String handover) {
    this.handover = handover;
  }

  Binding open() throws BindingException, InterruptedException {
    BindingProvider provider = provider();
    SystemDescriptor system = provider.systems().getFirst();
    Assignments given = new Assignments();
    given.add("memory.nothing", "true", ORIGIN);
    given.add("memory.handover", handover, ORIGIN);
    Settings settings = Settings.resolve(given, system.settings(), new Problems());
    return provider.open(system, new BindingConfig(List.of(), 1, Duration.ofSeconds(1), settings));
  }

  private static BindingProvider provider() {
    return ServiceLoader.load(BindingProvider.class).stream()
        .map(ServiceLoader.Provider::get)
        .filter(each -> each.systems().getFirst().name().equals(SYSTEM))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no binding for " + SYSTEM));
  }
}
