package io.kvbench.runner.app;

import io.kvbench.results.directory.BaselineDocument;
import io.kvbench.results.directory.ResultFormatException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the baseline: the runs to compare with, and the definition of a regression. */
final class BaselineOptions {
  private static final double MOST = 1;

  @Option(
      names = "--baseline",
      paramLabel = "FILE",
      description = "The baseline file to compare with, as written by history --write-baseline.")
  private @Nullable Path baseline;

  @Option(
      names = "--tolerance",
      paramLabel = "SHARE",
      defaultValue = "0.02",
      description =
          "By what share of a figure it may be worse, from 0 to 1 (default: ${DEFAULT-VALUE}).")
  private double tolerance;

  double tolerance() {
    return tolerance;
  }

  Optional<Path> file() {
    return Optional.ofNullable(baseline);
  }

  /** Tells what is wrong with the options. */
  void check(Consumer<String> problems) {
    if (!(tolerance >= 0 && tolerance <= MOST)) {
      problems.accept("--tolerance " + tolerance + ": specify a number from 0 to 1.");
    }
  }

  /** Reads the file; no benchmarks where the user named none, and empty if it cannot be read. */
  Optional<BaselineDocument> read(Consumer<String> problems) {
    if (baseline == null) {
      return Optional.of(BaselineDocument.of(List.of()));
    }
    try {
      return Optional.of(BaselineDocument.read(baseline));
    } catch (ResultFormatException e) {
      problems.accept(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }
}
