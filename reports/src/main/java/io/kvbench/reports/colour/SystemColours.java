package io.kvbench.reports.colour;

import io.kvbench.core.binding.BindingProvider;
import io.kvbench.core.binding.SystemColour;
import io.kvbench.core.binding.SystemDescriptor;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * The fixed colours of the systems, each chosen by its binding on the class path.
 *
 * <p>Several runs of one system have the same colour: pictures distinguish them by dash or marker.
 */
public final class SystemColours {
  private static final Map<String, SystemColour> BY_NAME = load();

  private static final List<SystemColour> OF_PARTS =
      List.copyOf(EnumSet.range(SystemColour.BLUE, SystemColour.SKY_BLUE));

  private SystemColours() {}

  private static Map<String, SystemColour> load() {
    Map<String, SystemColour> colours = new HashMap<>();
    for (BindingProvider provider : ServiceLoader.load(BindingProvider.class)) {
      for (SystemDescriptor system : provider.systems()) {
        colours.put(system.name(), provider.colour(system));
      }
    }
    return colours;
  }

  /** Returns the colour of a system by its name in {@code -db}; all unknown ones share one. */
  public static SystemColour of(String system) {
    return BY_NAME.getOrDefault(system, SystemColour.GREY);
  }

  /** Returns the colours for parts of a picture that are no systems, without black and white. */
  public static List<SystemColour> all() {
    return OF_PARTS;
  }
}
