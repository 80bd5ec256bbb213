package io.kvbench.runner.app;

import io.kvbench.reports.compare.ComparedRuns;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.csv.ComparisonCsv;
import io.kvbench.reports.markdown.ComparisonMarkdown;
import io.kvbench.reports.text.ComparisonText;
import io.kvbench.reports.text.TextStyle;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kvbench compare}: holds the results of several runs against each other. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Compares runs by their result directories: differences, summary table, client time, costs,"
            + " and which run is best, with the noise.")
final class CompareCommand implements Callable<Integer> {
  /** How to write it. */
  enum Format {
    TEXT,
    CSV,
    MARKDOWN
  }

  /** Its names. */
  static final class FormatNames extends LowerCaseEnum<Format> {
    FormatNames() {
      super(Format.values());
    }
  }

  @Mixin private ReportFiles files = new ReportFiles();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      converter = FormatNames.class,
      defaultValue = "text",
      description = "text, csv or markdown (default: ${DEFAULT-VALUE}).")
  private Format format = Format.TEXT;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write an HTML report with charts to a file.")
  private @Nullable Path html;

  private final Terminal terminal;

  CompareCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Optional<Comparison> read = files.read(terminal, CompareCommand::read);
    if (read.isEmpty()) {
      return ExitCode.USAGE;
    }
    Comparison comparison = read.get();
    int code = files.write(terminal, style -> written(comparison, style));
    return code == ExitCode.FINE && html != null
        ? HtmlFiles.comparison(terminal, comparison, files, html)
        : code;
  }

  private static Optional<Comparison> read(List<Path> directories, Consumer<String> problems) {
    return ComparedRuns.read(directories, problems).map(Comparison::of);
  }

  private String written(Comparison comparison, TextStyle style) {
    return switch (format) {
      case TEXT -> ComparisonText.of(comparison, style);
      case CSV -> ComparisonCsv.of(comparison);
      case MARKDOWN -> ComparisonMarkdown.of(comparison);
    };
  }
}
