package io.kvbench.core.server;

import io.kvbench.core.file.FileReason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The query for a program's version, which also shows whether it is the right program. */
public final class ProgramVersion {
  private static final long LIMIT_SECONDS = 20;
  private static final int SHOWN = 200;
  private static final int MOST_BYTES = 1 << 16;

  private ProgramVersion() {}

  /**
   * Runs the program.
   *
   * @param title the name of the expected program
   * @param answer the expected output; the first group is the version
   */
  public static String ask(Path program, String title, Pattern answer, String... arguments)
      throws ServerException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(arguments));
    String said = run(command);
    Matcher matcher = answer.matcher(said);
    if (!matcher.find()) {
      throw new ServerException(
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

  private static String run(List<String> command) throws ServerException, InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectInput(Path.of("/dev/null").toFile())
              .start();
      // Children may hold the pipe open after the program has exited, so another thread reads.
      FutureTask<byte[]> said =
          new FutureTask<>(() -> process.getInputStream().readNBytes(MOST_BYTES));
      Thread.ofPlatform().daemon().name("version").start(said);
      try {
        return new String(said.get(LIMIT_SECONDS, TimeUnit.SECONDS), StandardCharsets.UTF_8);
      } catch (TimeoutException e) {
        throw new ServerException(
            "'" + String.join(" ", command) + "' did not end within " + LIMIT_SECONDS + " s.", e);
      } catch (ExecutionException e) {
        return "";
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException e) {
      throw new ServerException(
          command.getFirst() + " cannot be run: " + FileReason.of(e) + ".", e);
    }
  }

  private static String beginning(String said) {
    String line = said.strip().lines().findFirst().orElse("");
    return line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
  }
}
