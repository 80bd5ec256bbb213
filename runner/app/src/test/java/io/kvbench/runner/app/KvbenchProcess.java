package io.kvbench.runner.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.kvbench.testkit.Interruptible;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The real kvbench.jar in a separate process, as a user starts it. */
public final class KvbenchProcess extends RunningKvbench {
  /** Short runs: compiled well is compiled too late. */
  public static final String QUICK = "-XX:TieredStopAtLevel=1";

  private final Process process;
  private final Path out;
  private final Path err;

  private KvbenchProcess(Path directory, Process process, Path out, Path err) {
    super(directory);
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts the jar with results and output below {@code directory}. */
  public static KvbenchProcess start(Path directory, String... arguments) throws IOException {
    return start(Path.of(System.getProperty("java.home"), "bin", "java"), directory, arguments);
  }

  public static KvbenchProcess start(Path java, Path directory, String... arguments)
      throws IOException {
    return start(java, directory, Map.of(), arguments);
  }

  public static KvbenchProcess start(
      Path java, Path directory, Map<String, String> environment, String... arguments)
      throws IOException {
    return start(List.of(java.toString()), directory, environment, arguments);
  }

  /** Starts it with a command that ends with a Java, and becomes that. */
  public static KvbenchProcess start(
      List<String> java, Path directory, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(java);
    command.addAll(SharedClasses.of(java.getLast()));
    command.addAll(List.of(QUICK, "-Dstdout.encoding=UTF-8", "-jar", jar().toString()));
    command.addAll(withoutSidecar(arguments));
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
    return new KvbenchProcess(directory, process, out, err);
  }

  public static Path jar() {
    Path jar = Path.of(System.getProperty("kvbench.jar")).normalize();
    assertThat(jar).as("built in the package phase").exists();
    return jar;
  }

  @Override
  public int exitCode() throws InterruptedException {
    assertThat(process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS))
        .as(() -> "ends by itself; until now it said " + err())
        .isTrue();
    return process.exitValue();
  }

  @Override
  public boolean isRunning() {
    return process.isAlive();
  }

  /** Sends a signal such as {@code INT}. */
  public void signal(String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
        .inheritIO()
        .start()
        .waitFor();
  }

  @Override
  public void interrupt() throws IOException, InterruptedException {
    signal("INT");
  }

  public ProcessHandle handle() {
    return process.toHandle();
  }

  @Override
  public String out() {
    return read(out);
  }

  @Override
  public String err() {
    return read(err);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
