package io.kvbench.reports;

import io.kvbench.core.binding.Binding;
import io.kvbench.core.binding.BindingConfig;
import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.Capability;
import io.kvbench.core.binding.SystemColour;
import io.kvbench.core.binding.SystemDescriptor;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;

/** The systems of the fixtures, each with its colour. */
public final class ColouredSystems implements BindingProvider {
  private static final Map<String, SystemColour> COLOURS =
      Map.of(
          "etcd", SystemColour.BLUE,
          "zookeeper", SystemColour.VERMILION,
          "consul", SystemColour.GREEN);

  @Override
  public List<SystemDescriptor> systems() {
    return COLOURS.keySet().stream()
        .map(
            name ->
                new SystemDescriptor(
                    name, name, EnumSet.noneOf(Capability.class), Map.of(), List.of(), false))
        .toList();
  }

  @Override
  public SystemColour colour(SystemDescriptor system) {
    return COLOURS.getOrDefault(system.name(), SystemColour.GREY);
  }

  @Override
  public Binding open(SystemDescriptor system, BindingConfig config) {
    throw new IllegalStateException("only its systems are asked for");
  }
}
