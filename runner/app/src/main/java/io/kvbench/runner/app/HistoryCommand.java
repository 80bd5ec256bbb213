package io.kvbench.runner.app;

import io.kvbench.reports.content.HistoryContent;
import io.kvbench.reports.content.HistorySheets;
import io.kvbench.reports.document.Document;
import io.kvbench.reports.history.BenchmarkHistory;
import io.kvbench.reports.history.BenchmarkHistory.Regression;
import io.kvbench.reports.history.History;
import io.kvbench.reports.html.HtmlDocument;
import io.kvbench.reports.markdown.MarkdownDocument;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.directory.BaselineDocument;
import io.kvbench.runner.app.options.LowerCaseEnum;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import io.kvbench.runner.run.Version;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code kvbench history}, which shows benchmarks over time, and changes of their
 * figures.
 */
@Command(
    name = "history",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows the runs of each benchmark over time, and changes.",
      "Changes are found in throughput, p50, p99 and client CPU per operation."
    })
final class HistoryCommand implements Callable<Integer> {
  /** The output format. */
  enum Format {
    TEXT,
    MARKDOWN
  }

  /** The names of the output formats. */
  static final class FormatNames extends LowerCaseEnum<Format> {
    FormatNames() {
      super(Format.values());
    }
  }

  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "Directory with result directories in it or below.")
  private List<Path> directories = new ArrayList<>();

  @Mixin private OutputFiles output = new OutputFiles();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      converter = FormatNames.class,
      defaultValue = "text",
      description = "text or markdown (default: ${DEFAULT-VALUE}).")
  private Format format = Format.TEXT;

  @Option(
      names = "--html",
      paramLabel = "FILE",
      description = "Also write an HTML page with charts to a file.")
  private @Nullable Path html;

  @Mixin private BaselineOptions baseline = new BaselineOptions();

  @Option(
      names = "--write-baseline",
      paramLabel = "FILE",
      description = "Write a baseline file that accepts the current figures.")
  private @Nullable Path written;

  @Mixin private StepSummary summary = new StepSummary();

  private final Terminal terminal;

  HistoryCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    List<String> problems = new ArrayList<>();
    baseline.check(problems::add);
    Optional<BaselineDocument> accepted = baseline.read(problems::add);
    Optional<History> read = History.read(directories, problems::add);
    if (!problems.isEmpty() || read.isEmpty() || accepted.isEmpty()) {
      return terminal.refuse(problems);
    }
    return report(read.get(), accepted.get());
  }

  private int report(History history, BaselineDocument accepted) {
    List<String> headlines = new ArrayList<>();
    boolean worse = false;
    boolean unjudged = history.benchmarks().isEmpty();
    for (BenchmarkHistory benchmark : history.benchmarks()) {
      Instant last = History.accepted(accepted, benchmark.benchmark());
      List<Regression> regressions = benchmark.regressions(baseline.tolerance(), last);
      Optional<String> why = benchmark.unjudged(last);
      headlines.add(HistorySheets.headline(benchmark, regressions, why));
      worse |= !regressions.isEmpty();
      unjudged |= why.isPresent();
    }
    // Writing a baseline accepts all current runs.
    return ExitCode.ofGate(write(history, headlines), worse, unjudged && written == null);
  }

  private int write(History history, List<String> headlines) {
    Document document = HistoryContent.of(history, headlines, Version.CURRENT);
    int code = output.write(terminal, style -> text(document, style));
    if (code == ExitCode.FINE && html != null) {
      String page = HtmlDocument.of(document);
      code = output.write(terminal, html, page, "--html");
    }
    if (code == ExitCode.FINE && written != null) {
      String figures = history.baseline().text();
      code = output.write(terminal, written, figures, "--write-baseline");
    }
    return code == ExitCode.FINE
        ? summary.append(terminal, () -> MarkdownDocument.of(document))
        : code;
  }

  private String text(Document document, TextStyle style) {
    return switch (format) {
      case TEXT -> TextDocument.of(document, style);
      case MARKDOWN -> MarkdownDocument.of(document);
    };
  }
}
