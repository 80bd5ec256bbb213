package io.kvbench.runner.suite;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Assignments.Assignment;
import io.kvbench.core.setting.Excerpt;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.PropertyHint;
import io.kvbench.core.setting.Setting;
import io.kvbench.core.setting.Settings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A reader of a suite's file, which sorts its lines: settings of the suite, axes, listed
 * combinations, and properties of all cells or of those of one system. Planning checks the
 * properties.
 */
final class SuiteReader {
  private static final String AXIS = "axis.";
  private static final String CELL = "cell.";
  private static final String EXCLUDE = "exclude.";
  private static final String LIST = "the settings of suites are in docs/guide/suites.md";

  private final Map<String, Setting<?>> known = new TreeMap<>();
  private final Problems problems;
  private final Assignments suite = new Assignments();
  private final Map<String, SuiteAxis> axes = new LinkedHashMap<>();
  private final List<NamedValues> listed = new ArrayList<>();
  private final List<NamedValues> excluded = new ArrayList<>();
  private final Assignments base = new Assignments();
  private final Map<String, Assignments> bySystem = new LinkedHashMap<>();
  private final Map<String, Origin> systemsNamed = new LinkedHashMap<>();
  private final SuiteDefinition definition;
  private boolean narrowed;

  private SuiteReader(Collection<Setting<?>> properties, Problems problems) {
    this.problems = problems;
    definition = new SuiteDefinition(properties);
    for (Setting<?> setting : properties) {
      known.put(setting.name(), setting);
      setting.aliases().forEach(alias -> known.put(alias, setting));
    }
  }

  /**
   * Reads a suite.
   *
   * @param lines those of the file, in order
   * @param given properties from the command line
   * @param properties all that runs can have
   * @param problems gets what is wrong; the result is of use only if it stays empty
   */
  static SuiteFile read(
      String name,
      Assignments lines,
      Assignments given,
      Collection<Setting<?>> properties,
      Problems problems) {
    SuiteReader reader = new SuiteReader(properties, problems);
    for (Assignment line : lines.list()) {
      reader.definition.add(line.name(), line);
      reader.line(line);
    }
    List<Assignment> ofRuns = new ArrayList<>();
    reader.narrowed = given.list().stream().anyMatch(each -> each.name().startsWith(AXIS));
    given.list().forEach(reader::replace);
    for (Assignment assignment : given.list()) {
      reader.definition.add("-p " + assignment.name(), assignment);
      if (isOfSuite(assignment.name())) {
        reader.line(assignment);
      } else {
        ofRuns.add(assignment);
      }
    }
    return reader.file(name, ofRuns);
  }

  private static boolean isOfSuite(String name) {
    return SuiteSettings.isOne(name)
        || name.startsWith(AXIS)
        || name.startsWith(CELL)
        || name.startsWith(EXCLUDE);
  }

  /** Values of an axis on the command line replace all of the file's, also those of one system. */
  private void replace(Assignment given) {
    if (given.name().startsWith(AXIS) && given.name().indexOf('@') < 0) {
      axes.computeIfPresent(
          canonicalAxis(given.name().substring(AXIS.length())),
          (name, axis) -> new SuiteAxis(name, axis.values(), Map.of()));
    }
  }

  private void line(Assignment line) {
    String name = line.name();
    if (SuiteSettings.isOne(name)) {
      suite.add(name, line.text(), line.origin());
    } else if (name.startsWith(AXIS)) {
      axis(name.substring(AXIS.length()), line);
    } else if (name.startsWith(CELL)) {
      listed.add(named(listed, name.substring(CELL.length()), line));
    } else if (name.startsWith(EXCLUDE)) {
      excluded.add(named(excluded, name.substring(EXCLUDE.length()), line));
    } else if (name.indexOf('@') >= 0) {
      ofSystem(line);
    } else {
      base.add(name, line.text(), line.origin());
    }
  }

  private void axis(String name, Assignment line) {
    int at = name.indexOf('@');
    String property = at < 0 ? name : name.substring(0, at);
    Optional<String> system = at < 0 ? Optional.empty() : Optional.of(name.substring(at + 1));
    system.ifPresent(each -> systemsNamed.put(each, line.origin()));
    SuiteAxis.Values values = SuiteAxis.Values.parse(line.text(), line.origin());
    if (values.texts().isEmpty()) {
      problems.add(
          line.origin(), Excerpt.of(line.name()) + " has no values; separate them by commas.");
    } else if (values.texts().stream().distinct().count() < values.texts().size()) {
      problems.add(line.origin(), Excerpt.of(line.name()) + " has a value twice.");
    }
    if (checkProperties(property, line.origin())) {
      String canonical = canonicalAxis(property);
      SuiteAxis before =
          axes.getOrDefault(canonical, new SuiteAxis(canonical, Optional.empty(), Map.of()));
      axes.put(canonical, before.with(system, values));
    }
  }

  private NamedValues named(List<NamedValues> before, String label, Assignment line) {
    if (label.isEmpty() || before.stream().anyMatch(each -> each.label().equals(label))) {
      problems.add(
          line.origin(),
          Excerpt.of(line.name())
              + (label.isEmpty() ? " lacks a name after the dot." : " is there twice."));
    }
    NamedValues values = NamedValues.parse(label, line.text(), line.origin(), problems);
    Map<String, String> canonical = new LinkedHashMap<>();
    values
        .values()
        .forEach(
            (name, text) -> {
              if (checkProperty(name, line.origin())) {
                canonical.put(canonical(name), text);
              }
            });
    return new NamedValues(label, canonical, line.origin());
  }

  private boolean checkProperties(String joined, Origin origin) {
    boolean all = true;
    for (String name : SuiteAxis.properties(joined)) {
      all &= checkProperty(name, origin);
    }
    return all;
  }

  /** Returns whether cells can differ in a property. */
  private boolean checkProperty(String name, Origin origin) {
    if (name.equals(SuiteAxis.SYSTEM)
        || name.equals(SuiteAxis.WORKLOAD)
        || name.equals(SuiteFile.CELL)) {
      return true;
    }
    Setting<?> setting = known.get(name);
    if (setting == null) {
      Set<String> names = new LinkedHashSet<>(known.keySet());
      names.add(SuiteAxis.SYSTEM);
      problems.add(
          origin,
          "unknown property '%s'%s"
              .formatted(
                  Excerpt.of(name),
                  PropertyHint.of(name, names)
                      .map(nearest -> "; did you mean '" + nearest + "'?")
                      .orElse("; 'kvbench plan --properties' lists all properties.")));
      return false;
    }
    if (setting.secret()) {
      problems.add(
          origin,
          name + " is secret, and cells are shown with their values; set it for all cells.");
      return false;
    }
    return true;
  }

  private String canonicalAxis(String joined) {
    return String.join("+", SuiteAxis.properties(joined).stream().map(this::canonical).toList());
  }

  private String canonical(String name) {
    Setting<?> setting = known.get(name);
    return setting == null || name.equals(SuiteAxis.WORKLOAD) ? name : setting.name();
  }

  private void ofSystem(Assignment line) {
    int at = line.name().lastIndexOf('@');
    String system = line.name().substring(at + 1);
    systemsNamed.put(system, line.origin());
    bySystem
        .computeIfAbsent(system, unknown -> new Assignments())
        .add(line.name().substring(0, at), line.text(), line.origin());
  }

  private SuiteFile file(String name, List<Assignment> given) {
    Assignments ofRuns = new Assignments();
    for (Assignment assignment : given) {
      int at = assignment.name().lastIndexOf('@');
      if (at >= 0) {
        systemsNamed.put(assignment.name().substring(at + 1), assignment.origin());
      }
      if (isOnAxis(at < 0 ? assignment.name() : assignment.name().substring(0, at))) {
        problems.add(
            assignment.origin(),
            "is an axis of the suite: set axis." + assignment.name() + " to other values.");
      }
      ofRuns.add(assignment.name(), assignment.text(), assignment.origin());
    }
    Settings settings = Settings.resolve(suite, SuiteSettings.all(), LIST, problems);
    SuiteFile file =
        new SuiteFile(
            name,
            settings,
            axes.values(),
            listed,
            excluded,
            base,
            bySystem,
            ofRuns,
            definition.texts(),
            narrowed);
    checkAxes(file);
    checkListed(file);
    if (!narrowed) {
      checkSystems(file);
    }
    return file;
  }

  private boolean isOnAxis(String name) {
    return axes.keySet().stream()
        .anyMatch(axis -> SuiteAxis.properties(axis).contains(canonical(name)));
  }

  /** Only one of two axes could set a property of a cell. */
  private void checkAxes(SuiteFile file) {
    Set<String> told = new HashSet<>();
    for (String system : systems(file)) {
      Map<String, String> names = new HashMap<>();
      for (SuiteAxis axis : axes.values()) {
        axis.of(system)
            .ifPresent(
                values ->
                    SuiteAxis.properties(axis.name()).stream()
                        .filter(property -> names.put(property, axis.name()) != null)
                        .filter(told::add)
                        .forEach(property -> problems.add(values.origin(), twice(property))));
      }
    }
  }

  private static String twice(String property) {
    return "'" + property + "' is on another axis, too; omit one of the two.";
  }

  /** A listed combination has what no axis has. */
  private void checkListed(SuiteFile file) {
    for (NamedValues each : listed) {
      each.values().keySet().stream()
          .filter(this::isOnAxis)
          .forEach(
              name ->
                  problems.add(
                      each.origin(), "'" + name + "' is an axis of the suite, too; omit one."));
    }
    if (axes.containsKey(SuiteFile.CELL)) {
      problems.add(
          "axis." + SuiteFile.CELL, "list combinations as cell.NAME=name=value name=value ...");
    }
    if (file.axis(SuiteAxis.SYSTEM).isEmpty()
        && (listed.isEmpty()
            || listed.stream().anyMatch(each -> !each.values().containsKey(SuiteAxis.SYSTEM)))) {
      problems.add(
          file.name(), "no system: add axis.db=, with one system or several separated by commas.");
    }
  }

  private Set<String> systems(SuiteFile file) {
    Set<String> systems = new LinkedHashSet<>();
    file.axis(SuiteAxis.SYSTEM).stream()
        .flatMap(SuiteAxis::all)
        .forEach(values -> systems.addAll(values.texts()));
    listed.stream()
        .flatMap(each -> Optional.ofNullable(each.values().get(SuiteAxis.SYSTEM)).stream())
        .forEach(systems::add);
    return systems;
  }

  /** Values for a system that has no cells would be ignored. */
  private void checkSystems(SuiteFile file) {
    Set<String> systems = systems(file);
    systemsNamed.forEach(
        (system, origin) -> {
          if (!systems.contains(system)) {
            problems.add(
                origin,
                "no cell has the system '%s'; the systems are %s."
                    .formatted(Excerpt.of(system), Excerpt.of(String.join(", ", systems))));
          }
        });
  }
}
