package io.kvbench.runner.app;

import io.kvbench.reports.compare.ComparedRuns;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.content.ComparisonContent;
import io.kvbench.reports.content.HistoryContent;
import io.kvbench.reports.content.SuiteContent;
import io.kvbench.reports.csv.ComparisonCsv;
import io.kvbench.reports.history.BaselineComparison;
import io.kvbench.reports.html.HtmlDocument;
import io.kvbench.reports.markdown.MarkdownDocument;
import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.directory.BaselineDocument;
import io.kvbench.results.directory.IntervalAnalysis;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.runner.app.options.LowerCaseEnum;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code kvbench compare}, which compares the results of several runs, also with a
 * baseline.
 */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Compares runs or suites by their result directories.",
      "Runs: differences, summary table, client time, costs, and which run is best, with the noise."
          + " Suites: all of their combinations, and what two of them differ by."
    })
final class CompareCommand implements Callable<Integer> {
  /** The output format. */
  enum Format {
    TEXT,
    CSV,
    MARKDOWN
  }

  /** The names of the output formats. */
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

  @Option(
      names = "--readme",
      paramLabel = "DIRECTORY",
      description =
          "Instead, write dbtester's README with machines, table and plots to a directory.")
  private @Nullable Path readme;

  @Mixin private BaselineOptions baseline = new BaselineOptions();

  @Mixin private StepSummary summary = new StepSummary();

  private final Terminal terminal;

  CompareCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (readme != null) {
      return readme(readme);
    }
    return SuiteFiles.areSuites(files.directories()) ? suites() : runs();
  }

  private int readme(Path directory) {
    boolean alone =
        format == Format.TEXT
            && html == null
            && files.out().isEmpty()
            && baseline.file().isEmpty()
            && !summary.isWanted();
    return !alone || SuiteFiles.areSuites(files.directories())
        ? terminal.refuse(
            List.of(
                "--readme compares runs and has no other output; omit suites and other options."))
        : files.writeInto(terminal, directory, SeriesFiles.Plotted::read, SeriesFiles::readme);
  }

  /** Compares several suites as one, with an additional axis. */
  private int suites() {
    if (format == Format.MARKDOWN || baseline.file().isPresent() || summary.isWanted()) {
      return terminal.refuse(
          List.of(
              "--format markdown, --baseline and --step-summary apply to runs; omit them with"
                  + " suites."));
    }
    if (format == Format.CSV) {
      return html == null
          ? files.write(terminal, CompareCommand::runsOf, (runs, style) -> ComparisonCsv.of(runs))
          : terminal.refuse(List.of("--html writes the page of the suite; omit --format csv."));
    }
    Optional<SuiteCells> cells = files.read(terminal, SuiteFiles::read);
    if (cells.isEmpty()) {
      return ExitCode.USAGE;
    }
    int code = files.write(terminal, style -> TextDocument.of(SuiteContent.of(cells.get()), style));
    return code == ExitCode.FINE && html != null
        ? files.write(terminal, html, HtmlDocument.of(SuiteContent.of(cells.get())), "--html")
        : code;
  }

  private static Optional<Comparison> runsOf(List<Path> suites, Consumer<String> problems) {
    return SuiteFiles.runs(suites, problems)
        .flatMap(
            runs -> ComparedRuns.read(runs.directories(), runs.labels(), runs.titles(), problems))
        .map(Comparison::of);
  }

  private int runs() {
    List<String> problems = new ArrayList<>();
    baseline.check(problems::add);
    Optional<BaselineDocument> accepted = baseline.read(problems::add);
    IntervalAnalysis<?>[] drawn =
        html == null
            ? new IntervalAnalysis<?>[0]
            : new IntervalAnalysis<?>[] {IntervalTrack.READING};
    Optional<Comparison> comparison =
        ComparedRuns.read(files.directories(), problems::add, drawn).map(Comparison::of);
    Optional<List<BaselineComparison>> figures =
        comparison.isPresent() && accepted.isPresent() && baseline.file().isPresent()
            ? BaselineComparison.of(comparison.get(), accepted.get(), problems::add)
            : Optional.of(List.of());
    if (!problems.isEmpty() || comparison.isEmpty() || figures.isEmpty()) {
      return terminal.refuse(problems);
    }
    int code = report(comparison.get(), figures.get());
    boolean worse =
        figures.get().stream().anyMatch(figure -> figure.isWorseByMoreThan(baseline.tolerance()));
    boolean unjudged =
        baseline.file().isPresent()
            && (figures.get().isEmpty()
                || !figures.get().stream().allMatch(BaselineComparison::isJudged));
    return ExitCode.ofGate(code, worse, unjudged);
  }

  private int report(Comparison comparison, List<BaselineComparison> figures) {
    int code = files.write(terminal, style -> written(comparison, figures, style));
    if (code == ExitCode.FINE && html != null) {
      code =
          files.write(
              terminal, html, HtmlDocument.of(ComparisonContent.withCharts(comparison)), "--html");
    }
    return code == ExitCode.FINE
        ? summary.append(terminal, () -> markdown(comparison, figures))
        : code;
  }

  private String written(Comparison comparison, List<BaselineComparison> figures, TextStyle style) {
    return switch (format) {
      case TEXT ->
          TextDocument.of(ComparisonContent.of(comparison), style)
              + (figures.isEmpty()
                  ? ""
                  : "\n"
                      + TextDocument.of(HistoryContent.of(figures, baseline.tolerance()), style));
      case CSV -> ComparisonCsv.of(comparison);
      case MARKDOWN -> markdown(comparison, figures);
    };
  }

  private String markdown(Comparison comparison, List<BaselineComparison> figures) {
    return MarkdownDocument.of(ComparisonContent.of(comparison))
        + (figures.isEmpty()
            ? ""
            : "\n" + MarkdownDocument.of(HistoryContent.of(figures, baseline.tolerance())));
  }
}
