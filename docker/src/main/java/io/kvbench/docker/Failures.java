package io.kvbench.docker;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What went wrong, in the engine's own words where it has some. */
final class Failures {
  private static final Pattern MESSAGE =
      Pattern.compile("\"message\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

  private Failures() {}

  /** Returns the message of the innermost cause, in one line. */
  static String text(Throwable failure) {
    Throwable innermost = failure;
    while (innermost.getCause() != null) {
      innermost = innermost.getCause();
    }
    String text = String.valueOf(innermost.getMessage());
    Matcher matcher = MESSAGE.matcher(text);
    return (matcher.find() ? matcher.group(1).replace("\\\"", "\"") : text)
        .replace('\n', ' ')
        .strip()
        .replaceAll("\\.$", "");
  }
}
