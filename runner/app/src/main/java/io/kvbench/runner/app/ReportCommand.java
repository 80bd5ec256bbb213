package io.kvbench.runner.app;

import io.kvbench.reports.csv.ScenariosCsv;
import io.kvbench.reports.csv.TidyCsv;
import io.kvbench.reports.series.RunSeries;
import io.kvbench.reports.text.TextReport;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.reports.text.ToolSummary;
import io.kvbench.reports.tool.MergedHistogramLog;
import io.kvbench.reports.tool.Perfdash;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.StoredRun;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code kvbench report}: writes what a run has left in another form. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Prints the full report of a run, or writes another format.")
final class ReportCommand implements Callable<Integer> {
  /** Files with comma-separated values. */
  enum Csv {
    SCENARIOS,
    TIDY,
    DBTESTER
  }

  /** Its names. */
  static final class CsvNames extends LowerCaseEnum<Csv> {
    CsvNames() {
      super(Csv.values());
    }
  }

  /** At most one form. */
  static final class Form {
    @Option(names = "--text", description = "The summary of boom and of etcd's benchmark tool.")
    private boolean text;

    @Option(
        names = "--csv",
        paramLabel = "FORM",
        converter = CsvNames.class,
        description =
            "scenarios: one row for each run and operation; tidy: one line for each figure, also of"
                + " all runs of a suite;"
                + " dbtester: all of its files, in the directory given by --out.")
    private @Nullable Csv csv;

    @Option(
        names = "--html",
        description = "report.html in each directory: one self-contained file with charts.")
    private boolean html;

    @Option(
        names = "--plots",
        paramLabel = "DIRECTORY",
        description =
            "Figures over time, keys and clients as SVG, PNG and CSV, each with all runs; bars and"
                + " curves over the load as SVG and PNG; of suites, heat maps.")
    private @Nullable Path plots;

    @Option(
        names = "--hlog",
        description = "One histogram log of all runs, for HdrHistogram's tools.")
    private boolean histogramLog;

    @Option(
        names = "--perfdash",
        description = "One run as JSON for perfdash, as etcd's benchmark tool writes it.")
    private boolean perfdash;
  }

  @ArgGroup private @Nullable Form form;

  @Mixin private ReportFiles files = new ReportFiles();

  @Option(
      names = "--title",
      paramLabel = "TEXT",
      description = "Name of the test in plots (default: the name of its workload).")
  private @Nullable String title;

  private final Terminal terminal;

  ReportCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    if (form != null && form.html) {
      return HtmlFiles.reports(terminal, files.directories(), files.permissions());
    }
    if (form != null && form.plots != null) {
      return plots(form.plots);
    }
    if (form != null && form.csv == Csv.DBTESTER) {
      return dbtester();
    }
    if (form != null && form.histogramLog) {
      return files.write(terminal, ReportCommand::histogramLog, (log, style) -> log);
    }
    if (form != null && form.perfdash && files.directories().size() > 1) {
      return refuse("--perfdash writes one run; specify one directory.");
    }
    if (form != null && form.csv == Csv.SCENARIOS && SuiteFiles.areSuites(files.directories())) {
      return files.write(terminal, SuiteFiles::scenarios, (csv, style) -> csv);
    }
    return files.write(
        terminal,
        form != null && form.csv != null ? SuiteFiles::readRuns : StoredRun::readAll,
        this::written);
  }

  private int plots(Path directory) {
    if (files.out().isPresent()) {
      return refuse("--plots already specifies the directory; omit --out.");
    }
    Optional<String> name = Optional.ofNullable(title);
    return SuiteFiles.areSuites(files.directories())
        ? files.writeInto(
            terminal,
            directory,
            SuiteFiles::read,
            (cells, to) -> SuiteFiles.pictures(cells, name, to))
        : files.writeInto(
            terminal,
            directory,
            SeriesFiles.Plotted::read,
            (plotted, to) -> SeriesFiles.plots(plotted, name, to));
  }

  private int dbtester() {
    Optional<Path> directory = files.out();
    return directory.isEmpty()
        ? refuse("--csv dbtester writes many files; specify a directory with --out.")
        : files.writeInto(terminal, directory.get(), RunSeries::readAll, SeriesFiles::dbtester);
  }

  private int refuse(String problem) {
    return ReportFiles.refuse(terminal, List.of(problem));
  }

  private static Optional<String> histogramLog(List<Path> directories, Consumer<String> problems) {
    return StoredRun.readAll(directories, problems)
        .flatMap(
            runs -> {
              try {
                return Optional.of(MergedHistogramLog.of(runs));
              } catch (ResultFormatException e) {
                problems.accept(String.valueOf(e.getMessage()));
                return Optional.empty();
              }
            });
  }

  private String written(List<StoredRun> runs, TextStyle style) {
    if (form != null && form.csv != null) {
      return switch (form.csv) {
        case SCENARIOS -> ScenariosCsv.of(runs);
        case TIDY, DBTESTER -> TidyCsv.of(runs);
      };
    }
    if (form != null && form.perfdash) {
      return Perfdash.of(runs.getFirst());
    }
    boolean tool = form != null && form.text;
    return runs.stream()
        .map(
            run ->
                tool
                    ? ToolSummary.of(run.result())
                    : TextReport.of(
                        run.result(), RunSpikes.of(run), Optional.of(run.directory()), style))
        .collect(Collectors.joining("\n"));
  }
}
