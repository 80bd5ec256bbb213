package io.kvbench.runner.app;

import io.kvbench.reports.csv.ScenariosCsv;
import io.kvbench.reports.csv.TidyCsv;
import io.kvbench.reports.files.StoredRun;
import io.kvbench.reports.text.TextReport;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.reports.text.ToolSummary;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code kvbench report}: writes what a run has left in another form. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Writes the results of runs again: kvbench's own report, or a form that other tools have.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  kvbench report results/A",
      "  kvbench report --text results/A",
      "  kvbench report --csv scenarios --out all.csv results/*",
      "  kvbench report --html results/A"
    })
final class ReportCommand implements Callable<Integer> {
  private static final TextStyle IN_A_FILE = new TextStyle(120, false, true);

  /** Files with comma-separated values. */
  enum Csv {
    SCENARIOS,
    TIDY
  }

  /** At most one form. */
  static final class Form {
    @Option(
        names = {"--text"},
        description = "The summary of boom and of etcd's benchmark tool.")
    private boolean text;

    @Option(
        names = {"--csv"},
        paramLabel = "FORM",
        description =
            "scenarios: one row for each run and operation; tidy: one line for each figure.")
    private @Nullable Csv csv;

    @Option(
        names = {"--html"},
        description = "report.html in each directory: one file for a browser, with charts.")
    private boolean html;
  }

  @ArgGroup private @Nullable Form form;

  @Parameters(
      arity = "1..*",
      paramLabel = "DIR",
      description = "The result directory of a run, as its last line names it.")
  private List<Path> directories = new ArrayList<>();

  @Option(
      names = {"--out"},
      paramLabel = "FILE",
      description = "Write to a file, in UTF-8, instead of the terminal.")
  private @Nullable Path out;

  private final Terminal terminal;

  ReportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (form != null && form.html) {
      return HtmlFiles.reports(terminal, directories);
    }
    List<String> problems = new ArrayList<>();
    List<StoredRun> runs = new ArrayList<>();
    directories.forEach(directory -> StoredRun.read(directory, problems::add).ifPresent(runs::add));
    if (!problems.isEmpty()) {
      return ReportFiles.refuse(terminal, problems);
    }
    TextStyle style = out == null ? terminal.style() : IN_A_FILE;
    return ReportFiles.write(terminal, written(runs, style), Optional.ofNullable(out));
  }

  private String written(List<StoredRun> runs, TextStyle style) {
    if (form != null && form.csv != null) {
      return switch (form.csv) {
        case SCENARIOS -> ScenariosCsv.of(runs);
        case TIDY -> TidyCsv.of(runs);
      };
    }
    boolean tool = form != null && form.text;
    return runs.stream()
        .map(
            run ->
                tool
                    ? ToolSummary.of(run.result())
                    : TextReport.of(run.result(), Optional.of(run.directory()), style))
        .collect(Collectors.joining("\n"));
  }
}
