package io.kvbench.runner.launcher;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Messages without control characters, so that no path, variable or file of a Java installation
 * controls the terminal. The same rule as kvbench's own, for a Java that is too old to load that.
 */
final class SafeText {
  /** Controls, formatting such as bidirectional overrides, line and paragraph separators. */
  private static final Pattern HARMFUL =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}&&[^\\n\\t]]");

  private SafeText() {}

  /** Prints a message to standard error. */
  static void print(String message) {
    System.err.println(text(message));
  }

  /** Returns the text with an escape of four hexadecimal digits for each harmful character. */
  static String text(String message) {
    Matcher matcher = HARMFUL.matcher(message);
    StringBuffer plain = new StringBuffer();
    while (matcher.find()) {
      StringBuilder escape = new StringBuilder();
      matcher.group().chars().forEach(sign -> escape.append(String.format("\\u%04x", sign)));
      matcher.appendReplacement(plain, Matcher.quoteReplacement(escape.toString()));
    }
    return matcher.appendTail(plain).toString();
  }
}
