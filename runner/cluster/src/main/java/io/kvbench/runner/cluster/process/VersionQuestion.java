package io.kvbench.runner.cluster.process;

import io.kvbench.runner.cluster.ClusterException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks a program for its version, and so whether it is what its name says. */
final class VersionQuestion {
  private static final long LIMIT_SECONDS = 20;
  private static final int SHOWN = 200;

  private VersionQuestion() {}

  /**
   * Runs the program.
   *
   * @param title what it should be
   * @param answer what it says then; the first group is the version
   */
  static String ask(Path program, String title, Pattern answer, String... arguments)
      throws ClusterException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    String said = run(command);
    Matcher matcher = answer.matcher(said);
    if (!matcher.find()) {
      throw new ClusterException(
          program
              + " is not "
              + title
              + ": to '"
              + String.join(" ", arguments)
              + "' it says "
              + (said.isBlank() ? "nothing" : "'" + beginning(said) + "'")
              + ". Set cluster.bin to the right program.");
    }
    return matcher.group(1);
  }

  /** The output goes to a file, because a program that hangs would hold a pipe open. */
  private static String run(List<String> command) throws ClusterException, InterruptedException {
    try {
      Path output = Files.createTempFile("kvbench-", ".txt");
      Process process = null;
      try {
        process =
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
          throw new ClusterException(
              "'" + String.join(" ", command) + "' did not end within " + LIMIT_SECONDS + " s.");
        }
        return new String(Files.readAllBytes(output), StandardCharsets.UTF_8);
      } finally {
        if (process != null) {
          process.destroyForcibly();
        }
        Files.deleteIfExists(output);
      }
    } catch (IOException e) {
      throw new ClusterException(command.getFirst() + " cannot be run: " + e.getMessage() + ".", e);
    }
  }

  private static String beginning(String said) {
    String line = said.strip().lines().findFirst().orElse("");
    return line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
  }
}
