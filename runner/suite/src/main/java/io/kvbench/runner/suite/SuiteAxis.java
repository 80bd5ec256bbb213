package io.kvbench.runner.suite;

import io.kvbench.core.setting.Origin;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A property with several values, of which every cell has one.
 *
 * @param name the property, {@link #SYSTEM} or {@link #WORKLOAD}; or several properties that have
 *     the same value, joined by {@code +}
 * @param values those of systems without values of their own; empty where only systems have values
 * @param bySystem the values of single systems, by the systems' names
 */
record SuiteAxis(String name, Optional<Values> values, Map<String, Values> bySystem) {
  /** The axis of systems. */
  static final String SYSTEM = "db";

  /** The axis of workload files. */
  static final String WORKLOAD = "workload";

  SuiteAxis {
    bySystem = Collections.unmodifiableMap(new LinkedHashMap<>(bySystem));
  }

  /** Returns the properties of a name of an axis. */
  static List<String> properties(String name) {
    return List.of(name.split("\\+", -1));
  }

  /** The values of an axis, with their origin. */
  record Values(List<String> texts, Origin origin) {
    Values {
      texts = List.copyOf(texts);
    }

    /** Reads values that are separated by {@code |}, or by commas if there is no {@code |}. */
    static Values parse(String text, Origin origin) {
      String separator = text.indexOf('|') >= 0 ? "\\|" : ",";
      return new Values(
          Stream.of(text.split(separator, -1))
              .map(String::strip)
              .filter(value -> !value.isEmpty())
              .toList(),
          origin);
    }
  }

  /** Returns this axis with values for all systems, or for one. */
  SuiteAxis with(Optional<String> system, Values more) {
    if (system.isEmpty()) {
      return new SuiteAxis(name, Optional.of(more), bySystem);
    }
    Map<String, Values> all = new LinkedHashMap<>(bySystem);
    all.put(system.get(), more);
    return new SuiteAxis(name, values, all);
  }

  /** Returns the values of a system; empty where the axis is none of it. */
  Optional<Values> of(String system) {
    return Optional.ofNullable(bySystem.get(system)).or(() -> values);
  }

  /** Returns all values with the places where they stand. */
  Stream<Values> all() {
    return Stream.concat(values.stream(), bySystem.values().stream());
  }
}
