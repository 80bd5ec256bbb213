package io.kvbench.runner.app;

import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.ComparedRuns;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.csv.ComparisonCsv;
import io.kvbench.reports.markdown.ComparisonMarkdown;
import io.kvbench.reports.text.ComparisonText;
import io.kvbench.reports.text.TextStyle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kvbench compare}: holds the results of several runs against each other. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Compares runs by their result directories: what makes them incomparable, the summary"
            + " table, where the clients' time went, costs, and who is best by more than noise.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  kvbench compare results/*-write1m-*",
      "  kvbench compare --format markdown --out table.md results/A results/B",
      "  kvbench compare --html comparison.html results/A results/B"
    })
final class CompareCommand implements Callable<Integer> {
  private static final TextStyle IN_A_FILE = new TextStyle(120, false, true);

  /** How to write it. */
  enum Format {
    TEXT,
    CSV,
    MARKDOWN
  }

  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "The result directory of a run, as its last line names it.")
  private List<Path> directories = new ArrayList<>();

  @Option(
      names = {"--format"},
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "text, csv or markdown (default: ${DEFAULT-VALUE}).")
  private Format format = Format.TEXT;

  @Option(
      names = {"--out"},
      paramLabel = "FILE",
      description = "Write to a file, in UTF-8, instead of the terminal.")
  private @Nullable Path out;

  @Option(
      names = {"--html"},
      paramLabel = "FILE",
      description = "Write it to a file for a browser too, with charts.")
  private @Nullable Path html;

  private final Terminal terminal;

  CompareCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    List<String> problems = new ArrayList<>();
    Optional<List<ComparedRun>> runs = ComparedRuns.read(directories, problems::add);
    if (runs.isEmpty()) {
      return ReportFiles.refuse(terminal, problems);
    }
    TextStyle style = out == null ? terminal.style() : IN_A_FILE;
    Comparison comparison = Comparison.of(runs.get());
    int code = ReportFiles.write(terminal, written(comparison, style), Optional.ofNullable(out));
    return code == ExitCode.FINE && html != null
        ? HtmlFiles.comparison(terminal, comparison, html)
        : code;
  }

  private String written(Comparison comparison, TextStyle style) {
    return switch (format) {
      case TEXT -> ComparisonText.of(comparison, style);
      case CSV -> ComparisonCsv.of(comparison);
      case MARKDOWN -> ComparisonMarkdown.of(comparison);
    };
  }
}
