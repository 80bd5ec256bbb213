package io.kvbench.runner.process;

import java.util.Optional;

/**
 * A line in which the process of a run reports what it is doing, such as {@code counting the
 * records in the store ...}.
 */
public final class StageLine {
  private static final String END = " ...";

  private StageLine() {}

  /** Returns the line of a stage, without its end. */
  public static String of(String what) {
    return what + END;
  }

  /** Returns the stage that a line reports; empty for any other line. */
  static Optional<String> parse(String line) {
    return line.endsWith(END)
        ? Optional.of(line.substring(0, line.length() - END.length()))
        : Optional.empty();
  }
}
