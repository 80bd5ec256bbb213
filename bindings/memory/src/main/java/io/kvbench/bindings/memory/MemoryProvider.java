package io.kvbench.bindings.memory;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemColour;
import io.kvbench.core.binding.SystemDescriptor;
import io.kvbench.core.operation.Promises;
import io.kvbench.core.operation.ReadPromise;
import io.kvbench.core.setting.Affects;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** The provider of the system {@code memory}. */
public final class MemoryProvider implements BindingProvider {
  static final Setting<Duration> LATENCY =
      Setting.duration(
              "memory.latency", "Delay of every answer, which then comes from another thread.")
          .withDefault("0s")
          .affecting(Affects.SERVERS);

  static final Setting<Boolean> NOTHING =
      Setting.bool(
              "memory.nothing",
              "Answer OK immediately without doing anything, to measure kvbench's own overhead.")
          .withDefault("false")
          .affecting(Affects.SERVERS);

  static final Setting<Boolean> NOTHING_KEYS =
      Setting.bool(
              "memory.nothing.keys",
              "With memory.nothing, still encode the key of every operation as text, as client"
                  + " libraries do.")
          .withDefault("false")
          .affecting(Affects.SERVERS);

  static final Setting<Boolean> HANDOVER =
      Setting.bool(
              "memory.handover",
              "Complete every operation on another thread, to measure the overhead of an"
                  + " asynchronous client library.")
          .withDefault("false")
          .affecting(Affects.SERVERS);

  static final Setting<Integer> HANDOVER_THREADS =
      Setting.integer("memory.handover.threads", 1, 1024, "Number of threads of memory.handover.")
          .withDefault("1")
          .affecting(Affects.SERVERS);

  private static final Promises PROMISES =
      Promises.of(ReadPromise.LINEARIZABLE, ReadPromise.LINEARIZABLE, ReadPromise.LINEARIZABLE);

  private static final SystemDescriptor MEMORY =
      new SystemDescriptor(
              "memory",
              "memory",
              EnumSet.allOf(Capability.class),
              Map.of(),
              List.of(LATENCY, NOTHING, NOTHING_KEYS, HANDOVER, HANDOVER_THREADS),
              true)
          .promising(PROMISES)
          .lacking("memory has no connections; choose another system.", Capability.oneShot())
          .lacking(
              "memory has neither locks nor leases; choose another system.",
              Capability.coordination())
          .lacking(
              "memory keeps the latest values only; choose another system.",
              Capability.WATCHER_REPLAY,
              Capability.SNAPSHOT);

  @Override
  public List<SystemDescriptor> systems() {
    return List.of(MEMORY);
  }

  @Override
  public SystemColour colour(SystemDescriptor system) {
    return SystemColour.BLACK;
  }

  @Override
  public SystemDescriptor with(SystemDescriptor system, Settings settings) {
    return settings.find(NOTHING).orElse(false)
        ? new SystemDescriptor(
                system.name(),
                system.title(),
                system.capabilities(),
                system.reasons(),
                system.settings(),
                true,
                false,
                true)
            .promising(PROMISES)
            .lacking(NothingStore.NO_WATCHERS, Capability.watchers())
        : system;
  }

  @Override
  public void check(
      SystemDescriptor system, List<String> endpoints, Settings settings, Problems problems) {
    if (settings.get(HANDOVER) && !settings.get(LATENCY).isZero()) {
      problems.add(
          settings.whereIs(HANDOVER),
          "cannot be combined with memory.latency, which has its own thread; omit one of them.");
    }
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config) {
    Settings settings = config.settings();
    Store store = store(settings);
    return new MemoryBinding(store, dispatch(store, settings));
  }

  private static Store store(Settings settings) {
    return settings.get(NOTHING) ? new NothingStore(settings.get(NOTHING_KEYS)) : new MapStore();
  }

  private static Dispatch dispatch(Store store, Settings settings) {
    Duration latency = settings.get(LATENCY);
    if (!latency.isZero()) {
      return new Dispatch.Delayed(store, latency);
    }
    return settings.get(HANDOVER)
        ? new Dispatch.Handover(store, settings.get(HANDOVER_THREADS))
        : new Dispatch.AtOnce(store);
  }
}
