package io.kvbench.runner.process;

import io.kvbench.core.setting.Assignments;

/** Assignments as the text of a workload file that parses to the same assignments. */
public final class PropertiesText {
  private PropertiesText() {}

  /** Returns the text of the file, which ends with a line feed unless it is empty. */
  public static String of(Assignments assignments) {
    StringBuilder text = new StringBuilder();
    assignments
        .list()
        .forEach(
            each ->
                text.append(escaped(each.name(), true))
                    .append('=')
                    .append(escaped(each.text(), false))
                    .append('\n'));
    return text.toString();
  }

  private static String escaped(String text, boolean isName) {
    StringBuilder escaped = new StringBuilder();
    for (int index = 0; index < text.length(); index++) {
      char letter = text.charAt(index);
      switch (letter) {
        case '\n' -> escaped.append("\\n");
        case '\r' -> escaped.append("\\r");
        case '\t' -> escaped.append("\\t");
        case '\f' -> escaped.append("\\f");
        case '\\' -> escaped.append("\\\\");
        case '=', ':', '#', '!' -> escaped.append(isName ? "\\" : "").append(letter);
        case ' ' -> escaped.append(isName || index == 0 ? "\\ " : " ");
        default -> escaped.append(letter);
      }
    }
    return escaped.toString();
  }
}
