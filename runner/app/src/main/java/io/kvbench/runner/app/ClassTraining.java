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
import java.util.stream.Stream;

/**
 * A training run for the class cache: it loads the classes by a short run, pictures of its results
 * and the sidecar's work. The launcher starts it by name, in a JVM that archives its classes at
 * exit.
 */
public final class ClassTraining {
  private ClassTraining() {}

  /** Runs the commands; their output is lost. */
  public static void main(String[] arguments) throws IOException {
    System.setProperty("java.awt.headless", "true");
    Path directory = Files.createTempDirectory("kvbench-classes");
    try {
      Path results = directory.resolve("results");
      run("-db", "memory", "-P", "smoke", "--results", results.toString(), "-p", "hosts.every=off");
      try (Stream<Path> runs = Files.list(results)) {
        String last = runs.findFirst().orElseThrow().toString();
        run("report", last, "--plots", directory.resolve("plots").toString());
      }
      run("sidecar", "--every", "100ms", "--count", "12", "--client", parent());
    } finally {
      delete(directory);
    }
  }

  /** The launcher: a sidecar does not find itself. */
  private static String parent() {
    return ProcessHandle.current()
        .parent()
        .map(ProcessHandle::pid)
        .map(String::valueOf)
        .orElseThrow();
  }

  private static void run(String... command) {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Terminal terminal = new Terminal(nowhere, nowhere);
    int exitCode = new CommandLineApp(terminal, new StopSignal()).run(command);
    if (exitCode != ExitCode.FINE) {
      throw new IllegalStateException("exit code " + exitCode + " of " + String.join(" ", command));
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
