package io.kvbench.reports.html;

import io.kvbench.core.binding.SystemColour;
import io.kvbench.reports.colour.SystemColours;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The colours of systems as classes of a style sheet, since a policy against foreign styles rules
 * out styles at elements. Every bar has its system's name, too.
 */
record StyledSystems(List<String> systems) {
  StyledSystems {
    systems = List.copyOf(systems);
  }

  static StyledSystems of(Collection<String> systems) {
    return new StyledSystems(systems.stream().distinct().sorted().toList());
  }

  /** Returns the class of a system's bars. */
  String style(String system) {
    return "system-" + systems.indexOf(system);
  }

  /** Returns the rules of all classes. */
  String rules() {
    StringBuilder light = new StringBuilder();
    StringBuilder dark = new StringBuilder();
    for (String system : systems) {
      SystemColour colour = SystemColours.of(system);
      light.append(rule(system, colour.light()));
      dark.append(rule(system, colour.dark()));
    }
    return light + "@media (prefers-color-scheme: dark) {\n" + dark + "}\n";
  }

  private String rule(String system, String colour) {
    return String.format(Locale.ROOT, ".%s { fill: %s; }%n", style(system), colour)
        .replace("\r\n", "\n");
  }
}
