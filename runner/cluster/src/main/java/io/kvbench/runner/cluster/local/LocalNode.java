package io.kvbench.runner.cluster.local;

import io.kvbench.runner.cluster.ClusterNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A server on this machine that kvbench has started. */
public interface LocalNode extends ClusterNode {
  /** What of a log is shown in a message. */
  int FIRST_LINES = 2;

  int LAST_LINES = 13;
  int WIDEST = 400;

  /** Returns where its log is, or will be. */
  Path logFile();

  /** Returns whether all of its processes are alive. */
  boolean isAlive();

  /** Returns whether it answers as a member of a working cluster. */
  boolean isServing();

  /** Asks it to end and to leave its files; does not wait. */
  void askToStop();

  /** Waits for its end; returns whether it came. */
  boolean awaitEnd(long nanos) throws InterruptedException;

  /** Returns how to find its processes again. */
  List<ProcessMark> processes();

  @Override
  default Optional<Path> log() {
    return Optional.of(logFile());
  }

  /**
   * Returns what of the log is worth a place in a message: its end, and its beginning too, where a
   * program says what is wrong with its command line before it tells of all its flags.
   */
  default String logExcerpt() {
    List<String> lines =
        logText().lines().map(line -> line.substring(0, Math.min(line.length(), WIDEST))).toList();
    if (lines.size() <= FIRST_LINES + LAST_LINES) {
      return String.join("\n", lines);
    }
    return String.join("\n", lines.subList(0, FIRST_LINES))
        + "\n...\n"
        + String.join("\n", lines.subList(lines.size() - LAST_LINES, lines.size()));
  }

  /** Returns whether the server says that somebody else has one of its ports. */
  default boolean lostItsPort() {
    String text = logText();
    return text.contains("java.net.BindException")
        || text.toLowerCase(Locale.ROOT).contains("address already in use");
  }

  private String logText() {
    try {
      return new String(Files.readAllBytes(logFile()), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
