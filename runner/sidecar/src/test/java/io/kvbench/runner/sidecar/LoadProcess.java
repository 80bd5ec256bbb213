package io.kvbench.runner.sidecar;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** A {@link LoadProgram} in a process that a shell has started: a parent and its child. */
final class LoadProcess implements AutoCloseable {
  private final Process shell;
  private final BufferedReader answers;
  private final long pid;
  private final int port;
  private final Path file;

  private LoadProcess(Process shell, Path file) throws IOException {
    this.shell = shell;
    this.file = file;
    answers = shell.inputReader(StandardCharsets.UTF_8);
    String[] told = answers.readLine().split(" ", -1);
    pid = Long.parseLong(told[0]);
    port = Integer.parseInt(told[1]);
  }

  static LoadProcess start(Path file) throws IOException {
    List<String> command =
        List.of(
            "sh",
            "-c",
            "\"$@\"; exit 0",
            "load",
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            // Threads that end take their switches with them.
            "-XX:-UseDynamicNumberOfCompilerThreads",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            LoadProgram.class.getName(),
            file.toString());
    return new LoadProcess(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start(), file);
  }

  /** Returns the process that works. */
  long pid() {
    return pid;
  }

  /** Returns its parent, which does nothing. */
  long shellPid() {
    return shell.pid();
  }

  /** Returns the argument that it was started with. */
  Path file() {
    return file;
  }

  int port() {
    return port;
  }

  /** Has some work done. */
  void does(String work) throws IOException {
    shell.outputWriter(StandardCharsets.UTF_8).append(work).append('\n').flush();
    assertThat(answers.readLine()).isEqualTo("done");
  }

  void end() throws IOException, InterruptedException {
    shell.getOutputStream().close();
    shell.waitFor();
  }

  @Override
  public void close() {
    shell.descendants().forEach(ProcessHandle::destroyForcibly);
    shell.destroyForcibly();
  }
}
