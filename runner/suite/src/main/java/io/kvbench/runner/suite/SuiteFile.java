package io.kvbench.runner.suite;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Assignments.Assignment;
import io.kvbench.core.setting.Settings;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A suite as its file and the command line describe it.
 *
 * @param name the name of its file
 * @param settings those of {@link SuiteSettings}
 * @param axes in the order of the file
 * @param listed combinations that the file lists; they are one more axis
 * @param excluded combinations that are left out
 * @param base properties of all cells
 * @param bySystem properties of the cells of single systems, by the systems' names
 * @param given properties from the command line, which win over all others; those of one system as
 *     {@code NAME@SYSTEM}
 * @param definition all of this as it was written, by name, with secrets masked
 * @param narrowed whether the command line has other values for an axis, so that what the file says
 *     of its own values may concern none
 */
record SuiteFile(
    String name,
    Settings settings,
    Collection<SuiteAxis> axes,
    List<NamedValues> listed,
    List<NamedValues> excluded,
    Assignments base,
    Map<String, Assignments> bySystem,
    Assignments given,
    Map<String, String> definition,
    boolean narrowed) {

  /** The name of the listed combinations as an axis. */
  static final String CELL = "cell";

  SuiteFile {
    axes = List.copyOf(axes);
    listed = List.copyOf(listed);
    excluded = List.copyOf(excluded);
    bySystem = Map.copyOf(bySystem);
    definition = Map.copyOf(definition);
  }

  Optional<SuiteAxis> axis(String wanted) {
    return axes.stream().filter(axis -> axis.name().equals(wanted)).findFirst();
  }

  /** Returns what all cells of a system have, below the values of their axes. */
  Assignments common(String system) {
    Assignments all = new Assignments().addAll(base);
    Assignments own = bySystem.get(system);
    return own == null ? all : all.addAll(own);
  }

  /** Returns what the command line gives to the cells of a system. */
  Assignments given(String system) {
    Assignments all = new Assignments();
    for (Assignment each : given.list()) {
      int at = each.name().lastIndexOf('@');
      if (at < 0 || each.name().substring(at + 1).equals(system)) {
        String name = at < 0 ? each.name() : each.name().substring(0, at);
        all.add(name, each.text(), each.origin());
      }
    }
    return all;
  }
}
