package io.kvbench.reports.html;

import io.kvbench.core.binding.SystemColour;
import io.kvbench.reports.colour.SystemColours;
import io.kvbench.reports.suite.SuiteCells;
import java.util.List;
import java.util.Locale;

/**
 * The colours of the systems of a suite as classes of a style sheet, since a policy against foreign
 * styles rules out styles at elements. Every bar has its system's name, too.
 */
record SuiteColours(List<String> systems) {
  SuiteColours {
    systems = List.copyOf(systems);
  }

  static SuiteColours of(SuiteCells cells) {
    return new SuiteColours(
        cells.combinations().stream()
            .map(SuiteCells.Combination::system)
            .distinct()
            .sorted()
            .toList());
  }

  /** Returns the class of a system's bars. */
  String of(String system) {
    return "system-" + systems.indexOf(system);
  }

  String style() {
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
    return String.format(Locale.ROOT, ".%s { fill: %s; }%n", of(system), colour)
        .replace("\r\n", "\n");
  }
}
