package io.kvbench.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Commands that respond to SIGINT and SIGHUP. A shell starts its background jobs with SIGINT
 * ignored, and nohup ignores SIGHUP; programs inherit that, and a JVM does not change it, so a
 * build in the background could not interrupt the programs that it tests.
 */
public final class Interruptible {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String IGNORED = "SigIgn:";
  private static final long SIGNALS = 1L << (1 - 1) | 1L << (2 - 1);

  private Interruptible() {}

  /** Returns a command for the same program and, once it runs, the same process. */
  public static List<String> command(List<String> command) throws IOException {
    if (!isIgnored()) {
      return command;
    }
    List<String> restored = new ArrayList<>(List.of("env", "--default-signal=INT,HUP"));
    restored.addAll(command);
    return restored;
  }

  /** Known on Linux only. */
  private static boolean isIgnored() throws IOException {
    return Files.isReadable(STATUS)
        && Files.readAllLines(STATUS).stream()
            .filter(line -> line.startsWith(IGNORED))
            .map(line -> line.substring(IGNORED.length()).strip())
            .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & SIGNALS) != 0);
  }
}
