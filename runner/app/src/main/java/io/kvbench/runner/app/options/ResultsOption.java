package io.kvbench.runner.app.options;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option for the directory that commands create result directories in. */
public final class ResultsOption {
  @Option(
      names = "--results",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "Parent of the result directories (default: ${DEFAULT-VALUE}).")
  private Path directory = Path.of("results");

  public Path directory() {
    return directory;
  }
}
