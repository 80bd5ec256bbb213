package io.kvbench.runner.app;

import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** The page that GitHub shows for a step of a workflow: Markdown in a file that it names. */
final class StepSummary {
  private static final String VARIABLE = "GITHUB_STEP_SUMMARY";

  @Option(
      names = "--step-summary",
      description =
          "Also append the report as Markdown to the file that GITHUB_STEP_SUMMARY names, which"
              + " GitHub Actions shows as the summary of the step.")
  private boolean wanted;

  boolean isWanted() {
    return wanted;
  }

  /** Appends to the summary if the user wants one; returns the exit code. */
  int append(Terminal terminal, Supplier<String> markdown) {
    if (!wanted) {
      return ExitCode.FINE;
    }
    String file = System.getenv(VARIABLE);
    if (file == null || file.isBlank()) {
      return terminal.refuse(
          List.of(
              "--step-summary needs the environment variable "
                  + VARIABLE
                  + ", which GitHub Actions sets. Elsewhere, use --format markdown --out FILE."));
    }
    try {
      Files.writeString(
          Path.of(file),
          markdown.get() + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
      return ExitCode.FINE;
    } catch (IOException e) {
      return terminal.refuse(List.of(OutputFiles.cannotWrite(Path.of(file), e)));
    }
  }
}
