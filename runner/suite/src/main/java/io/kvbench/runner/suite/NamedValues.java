package io.kvbench.runner.suite;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Excerpt;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of several properties on one line: {@code db=x clients=10 at="30s: net.latency=5ms"}.
 *
 * @param label what the line calls them
 * @param values by the properties' names, in order
 */
record NamedValues(String label, Map<String, String> values, Origin origin) {
  /** Reads a line; the problems say what is wrong with it. */
  static NamedValues parse(String label, String text, Origin origin, Problems problems) {
    Map<String, String> values = new LinkedHashMap<>();
    boolean complete = text.chars().filter(letter -> letter == '"').count() % 2 == 0;
    for (String word : words(text)) {
      int equals = word.indexOf('=');
      complete &= equals > 0 && word.lastIndexOf('"', equals) < 0;
      String name = Excerpt.of(equals < 0 ? word : word.substring(0, equals));
      String value = word.substring(equals + 1).replace("\"", "");
      if (complete && values.put(name, value) != null) {
        problems.add(origin, "'" + name + "' has two values.");
      }
    }
    if (values.isEmpty() || !complete) {
      problems.add(
          origin,
          "expected name=value pairs separated by spaces, values with spaces in double quotes, as"
              + " in: clients=10 at=\"30s: net.latency=5ms\".");
    }
    return new NamedValues(label, values, origin);
  }

  /** Separates at blanks that are not in quotes. By hand: a pattern would need much stack. */
  private static List<String> words(String text) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    boolean quoted = false;
    for (char letter : (text + " ").toCharArray()) {
      quoted ^= letter == '"';
      if (quoted || !Character.isWhitespace(letter)) {
        word.append(letter);
      } else if (!word.isEmpty()) {
        words.add(word.toString());
        word.setLength(0);
      }
    }
    return words;
  }

  /** Returns whether a cell with these parameters has all of the values. */
  boolean matches(Map<String, String> parameters) {
    Map<String, String> each = new HashMap<>();
    parameters.forEach(
        (axis, value) -> SuiteAxis.properties(axis).forEach(property -> each.put(property, value)));
    return each.entrySet().containsAll(values.entrySet());
  }

  /** Returns them as properties of a run, without the system and the workload. */
  Assignments assignments() {
    Assignments assignments = new Assignments();
    values.forEach(
        (name, text) -> {
          if (!name.equals(SuiteAxis.SYSTEM) && !name.equals(SuiteAxis.WORKLOAD)) {
            assignments.add(name, text, origin);
          }
        });
    return assignments;
  }
}
