package io.kvbench.runner.app;

import io.kvbench.core.engine.StopSignal;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A training run for the class cache: it loads the classes by a short run and by the sidecar's
 * work. The launcher starts it by name, in a JVM that archives its classes at exit.
 */
public final class ClassTraining {
  private ClassTraining() {}

  /** Runs the commands; their output is lost. */
  public static void main(String[] arguments) throws IOException {
    System.setProperty("java.awt.headless", "true");
    Path directory = Files.createTempDirectory("kvbench-classes");
    try {
      commands(directory).forEach(ClassTraining::run);
    } finally {
      delete(directory);
    }
  }

  private static List<List<String>> commands(Path directory) {
    String results = directory.resolve("results").toString();
    return List.of(
        List.of("-db", "memory", "-P", "smoke", "--results", results, "-p", "hosts.every=off"),
        List.of("sidecar", "--every", "100ms", "--count", "12", "--client", parent()));
  }

  /** The launcher: a sidecar does not find itself. */
  private static String parent() {
    return ProcessHandle.current()
        .parent()
        .map(ProcessHandle::pid)
        .map(String::valueOf)
        .orElseThrow();
  }

  private static void run(List<String> command) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(nowhere, nowhere);
    int exitCode =
        new CommandLineApp(terminal, new StopSignal()).run(command.toArray(String[]::new));
    if (exitCode != ExitCode.FINE) {
      throw new IllegalStateException("exit code " + exitCode + " of " + command);
    }
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
