package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.setting.Setting;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** The system {@code memory}. */
public final class MemoryProvider implements BindingProvider {
  static final Setting<Duration> LATENCY =
      Setting.duration("memory.latency", "Answer this much later, from another thread.")
          .withDefault("0s");

  static final Setting<Boolean> NOTHING =
      Setting.bool(
              "memory.nothing",
              "Answer OK at once without doing anything: the floor of kvbench itself.")
          .withDefault("false");

  private static final SystemDescriptor MEMORY =
      new SystemDescriptor(
          "memory",
          "memory",
          EnumSet.of(
              Capability.INSERT,
              Capability.READ_DEFAULT,
              Capability.READ_LINEARIZABLE,
              Capability.READ_STALE,
              Capability.UPDATE,
              Capability.DELETE,
              Capability.SCAN),
          Map.of(),
          List.of(LATENCY, NOTHING),
          true);

  @Override
  public List<SystemDescriptor> systems() {
    return List.of(MEMORY);
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config) {
    Store store = config.settings().get(NOTHING) ? new NothingStore() : new MapStore();
    return new MemoryBinding(store, config.settings().get(LATENCY));
  }
}
