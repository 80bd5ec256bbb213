package io.kvbench.docker;

import java.nio.channels.ClosedByInterruptException;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Descriptions of failures, in the engine's own words if it has any. */
final class Failures {
  private static final Pattern MESSAGE =
      Pattern.compile("\"message\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

  private Failures() {}

  /** Returns whether an interruption of the thread is the cause. */
  static boolean isInterruption(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(
            cause ->
                cause instanceof InterruptedException
                    || cause instanceof CancellationException
                    || cause instanceof ClosedByInterruptException);
  }

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
