package io.kvbench.runner.cluster.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The excerpt of a server's log for messages. */
public final class LogExcerpt {
  private static final int FIRST_LINES = 2;
  private static final int LAST_LINES = 13;
  private static final int WIDEST = 400;

  private LogExcerpt() {}

  /**
   * Returns the log's end, and its beginning too, where programs report errors in their command
   * line before they list all flags.
   */
  public static String of(Path log) {
    List<String> lines =
        text(log).lines().map(line -> line.substring(0, Math.min(line.length(), WIDEST))).toList();
    if (lines.size() <= FIRST_LINES + LAST_LINES) {
      return String.join("\n", lines);
    }
    return String.join("\n", lines.subList(0, FIRST_LINES))
        + "\n...\n"
        + String.join("\n", lines.subList(lines.size() - LAST_LINES, lines.size()));
  }

  /** Returns the whole log; empty if there is none. */
  static String text(Path log) {
    try {
      return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
