package io.kvbench.runner.suite;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Values of several properties on one line: {@code db=x clients=10 at="30s: net.latency=5ms"}.
 *
 * @param label what the line calls them
 * @param values by the properties' names, in order
 */
record NamedValues(String label, Map<String, String> values, Origin origin) {
  private static final Pattern ONE =
      Pattern.compile("\\G\\s*([^\\s=\"]+)=((?:[^\\s\"]|\"[^\"]*\")*)(?=\\s|$)");

  /** Reads a line; the problems say what is wrong with it. */
  static NamedValues parse(String label, String text, Origin origin, Problems problems) {
    Map<String, String> values = new LinkedHashMap<>();
    Matcher matcher = ONE.matcher(text.strip());
    int end = 0;
    while (matcher.find()) {
      if (values.put(matcher.group(1), matcher.group(2).replace("\"", "")) != null) {
        problems.add(origin, "'" + matcher.group(1) + "' has two values.");
      }
      end = matcher.end();
    }
    if (values.isEmpty() || end < text.strip().length()) {
      problems.add(
          origin,
          "expected name=value pairs separated by spaces, values with spaces in double quotes, as"
              + " in: clients=10 at=\"30s: net.latency=5ms\".");
    }
    return new NamedValues(label, values, origin);
  }

  /** Returns whether a cell with these parameters has all of the values. */
  boolean matches(Map<String, String> parameters) {
    return values.entrySet().stream()
        .allMatch(value -> value.getValue().equals(parameters.get(value.getKey())));
  }

  /** Returns them as properties of a run, without the system and the workload. */
  Assignments assignments() {
    Assignments assignments = new Assignments();
    values.forEach(
        (name, text) -> {
          if (!name.equals(Axis.SYSTEM) && !name.equals(Axis.WORKLOAD)) {
            assignments.add(name, text, origin);
          }
        });
    return assignments;
  }
}
