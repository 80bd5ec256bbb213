package io.kvbench.runner.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.testkit.Interruptible;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process under test, whose output and errors go to files. Closing it kills it if necessary. */
final class Started implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final Process process;
  private final Path output;
  private final Path errors;

  private Started(Process process, Path output, Path errors) {
    this.process = process;
    this.output = output;
    this.errors = errors;
  }

  static Started start(ProcessBuilder builder, Path scratch) throws IOException {
    Path output = Files.createTempFile(scratch, "out", ".txt");
    Path errors = Files.createTempFile(scratch, "err", ".txt");
    List<String> command = builder.command();
    builder.redirectOutput(output.toFile()).redirectError(errors.toFile());
    builder.command(Interruptible.command(command));
    try {
      return new Started(builder.start(), output, errors);
    } finally {
      builder.command(command);
    }
  }

  Process process() {
    return process;
  }

  List<String> lines() throws IOException {
    return Files.readAllLines(output, UTF_8);
  }

  String errors() throws IOException {
    return Files.readString(errors, UTF_8);
  }

  /** Returns the text after a word at the beginning of a line, such as the number after "pid". */
  String told(String word) throws IOException {
    return lines().stream()
        .filter(line -> line.startsWith(word + " "))
        .map(line -> line.substring(word.length() + 1))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no line begins with " + word));
  }

  void awaitLine(String line) throws IOException, InterruptedException {
    await(() -> lines().contains(line), line);
  }

  void awaitErrors(String text) throws IOException, InterruptedException {
    await(() -> errors().contains(text), text);
  }

  private void await(Condition condition, String what) throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.holds()) {
      boolean isInTime = System.nanoTime() - deadline < 0;
      assertThat(isInTime && process.isAlive())
          .as("still waiting for %s; output %s; errors %s", what, lines(), errors())
          .isTrue();
      Thread.sleep(20);
    }
  }

  int awaitExit() throws IOException, InterruptedException {
    assertThat(process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS))
        .as("has ended; output %s; errors %s", lines(), errors())
        .isTrue();
    return process.exitValue();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** A condition on the process's progress. */
  private interface Condition {
    boolean holds() throws IOException;
  }
}
