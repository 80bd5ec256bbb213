package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.core.directory.ResultDirectory;
import io.kvbench.core.result.RunResult;
import io.kvbench.testkit.Interruptible;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** The real kvbench.jar in a process of its own, as a user starts it. */
final class KvbenchProcess implements AutoCloseable {
  /** Short runs: compiled well is compiled too late. */
  static final String QUICK = "-XX:TieredStopAtLevel=1";

  private static final Duration LONGEST = Duration.ofMinutes(3);

  private final Process process;
  private final Path out;
  private final Path err;

  private KvbenchProcess(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts the jar with results and output below {@code directory}. */
  static KvbenchProcess start(Path directory, String... arguments) throws IOException {
    return start(Path.of(System.getProperty("java.home"), "bin", "java"), directory, arguments);
  }

  static KvbenchProcess start(Path java, Path directory, String... arguments) throws IOException {
    return start(java, directory, Map.of(), arguments);
  }

  static KvbenchProcess start(
      Path java, Path directory, Map<String, String> environment, String... arguments)
      throws IOException {
    return start(List.of(java.toString()), directory, environment, arguments);
  }

  /** Starts it with a command that ends with a Java, and becomes that. */
  static KvbenchProcess start(
      List<String> java, Path directory, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(java);
    command.addAll(SharedClasses.of(java.getLast()));
    command.addAll(List.of(QUICK, "-Dstdout.encoding=UTF-8", "-jar", jar().toString()));
    command.addAll(List.of(arguments));
    if (isRunWithoutSayOnHosts(arguments)) {
      command.addAll(List.of("-p", "hosts.every=off"));
    }
    Path out = Files.createTempFile(directory, "out", ".txt");
    Path err = Files.createTempFile(directory, "err", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(Interruptible.command(command))
            .directory(directory.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    return new KvbenchProcess(process, out, err);
  }

  static Path jar() {
    Path jar = Path.of(System.getProperty("kvbench.jar")).normalize();
    assertThat(jar).as("built in the package phase").exists();
    return jar;
  }

  /** A sidecar costs a second of processor time, and most tests are about something else. */
  private static boolean isRunWithoutSayOnHosts(String... arguments) {
    return arguments.length > 2
        && arguments[0].startsWith("-")
        && List.of(arguments).contains("-db")
        && Stream.of(arguments).noneMatch(argument -> argument.startsWith("hosts."));
  }

  /** Waits for the end and returns the exit code. */
  int exitCode() throws InterruptedException {
    assertThat(process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS))
        .as(() -> "ends by itself; until now it said " + err())
        .isTrue();
    return process.exitValue();
  }

  void awaitErr(String text) throws InterruptedException {
    await(() -> err().contains(text), text);
  }

  void awaitOut(String text) throws InterruptedException {
    await(() -> out().contains(text), text);
  }

  void await(BooleanSupplier condition, String what) throws InterruptedException {
    long deadline = System.nanoTime() + LONGEST.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(process.isAlive())
          .as(() -> "waiting for " + what + " in: " + err() + out())
          .isTrue();
      assertThat(System.nanoTime())
          .as(() -> "waited too long for " + what + " in: " + err())
          .isLessThan(deadline);
      Thread.sleep(20);
    }
  }

  /** Sends a signal such as {@code INT}. */
  void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
        .inheritIO()
        .start()
        .waitFor();
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  String out() {
    return read(out);
  }

  String err() {
    return read(err);
  }

  /** Returns all that it has printed, for a test that fails. */
  String said() {
    return err() + out();
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the result directory: the last line of standard output. */
  Path resultDirectory() {
    String last = out().strip().lines().reduce((before, line) -> line).orElse("");
    assertThat(last).as(() -> "the last line of: " + out() + err()).isNotEmpty();
    Path started = out.getParent();
    return started == null ? Path.of(last) : started.resolve(last);
  }

  RunResult result() throws Exception {
    return ResultDirectory.readResult(resultDirectory());
  }

  /** Ends what a failing test left behind. */
  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
