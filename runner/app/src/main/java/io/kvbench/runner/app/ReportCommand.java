package io.kvbench.runner.app;

import io.kvbench.core.setting.Assignments;
import io.kvbench.core.setting.Origin;
import io.kvbench.core.setting.Problems;
import io.kvbench.core.setting.Settings;
import io.kvbench.core.workload.setting.YcsbSettings;
import io.kvbench.core.workload.setting.YcsbSettings.Exporter;
import io.kvbench.reports.content.RunContent;
import io.kvbench.reports.csv.ScenariosCsv;
import io.kvbench.reports.csv.TidyCsv;
import io.kvbench.reports.series.RunSeries;
import io.kvbench.reports.spikes.Spikes;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.reports.text.ToolSummary;
import io.kvbench.reports.tool.MergedHistogramLog;
import io.kvbench.reports.tool.Perfdash;
import io.kvbench.reports.tool.YcsbReport;
import io.kvbench.results.directory.IntervalAnalysis;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.runner.app.options.LowerCaseEnum;
import io.kvbench.runner.app.run.EndedRun;
import io.kvbench.runner.app.terminal.ExitCode;
import io.kvbench.runner.app.terminal.Terminal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code kvbench report}, which renders the results of runs in another format. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Prints the full report of a run, or writes another format.")
final class ReportCommand implements Callable<Integer> {
  /** A kind of CSV file. */
  enum Csv {
    SCENARIOS,
    TIDY,
    DBTESTER
  }

  /** The names of the kinds of CSV files. */
  static final class CsvNames extends LowerCaseEnum<Csv> {
    CsvNames() {
      super(Csv.values());
    }
  }

  /** The names of the forms of YCSB's report. */
  static final class ExporterNames extends LowerCaseEnum<Exporter> {
    ExporterNames() {
      super(Exporter.values());
    }
  }

  /** The output format; at most one. */
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

    @Option(
        names = "--ycsb",
        paramLabel = "FORM",
        converter = ExporterNames.class,
        description = "One run in the form of YCSB: text, json or jsonarray.")
    private @Nullable Exporter ycsb;
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
    Form asked = form;
    if (asked == null) {
      return files.write(terminal, reading(IntervalTrack.READING), ReportCommand::full);
    }
    if (asked.html) {
      return pages();
    }
    if (asked.plots != null) {
      return plots(asked.plots);
    }
    if (asked.csv == Csv.DBTESTER) {
      return dbtester();
    }
    if (asked.histogramLog) {
      return files.write(
          terminal,
          reading(MergedHistogramLog.READING),
          (runs, style) -> MergedHistogramLog.of(runs));
    }
    if ((asked.perfdash || asked.ycsb != null) && files.directories().size() > 1) {
      return refuse(
          (asked.perfdash ? "--perfdash" : "--ycsb") + " writes one run; specify one directory.");
    }
    if (asked.csv == Csv.SCENARIOS && SuiteFiles.areSuites(files.directories())) {
      return files.write(terminal, SuiteFiles::scenarios, (csv, style) -> csv);
    }
    return files.write(
        terminal,
        asked.csv == null ? reading() : SuiteFiles::readRuns,
        (runs, style) -> written(asked, runs));
  }

  private static ReportFiles.Reader<List<StoredRun>> reading(IntervalAnalysis<?>... readings) {
    return (directories, problems) -> StoredRun.readAll(directories, problems, readings);
  }

  /** Writes the page of each directory, even if others fail, and prints its path. */
  private int pages() {
    List<String> problems = new ArrayList<>();
    for (Path directory : files.directories()) {
      StoredRun.read(directory, problems::add, IntervalTrack.READING)
          .flatMap(run -> EndedRun.write(run, files.permissions(), problems::add))
          .ifPresent(page -> terminal.out().println(page));
    }
    return problems.isEmpty() ? ExitCode.FINE : terminal.refuse(problems);
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
    return terminal.refuse(List.of(problem));
  }

  private static String written(Form form, List<StoredRun> runs) {
    if (form.csv != null) {
      return form.csv == Csv.SCENARIOS ? ScenariosCsv.of(runs) : TidyCsv.of(runs);
    }
    if (form.ycsb != null) {
      Assignments given =
          new Assignments()
              .add(
                  YcsbSettings.EXPORTER.name(),
                  form.ycsb.name().toLowerCase(Locale.ROOT),
                  Origin.of("--ycsb"));
      Settings settings = Settings.resolve(given, YcsbSettings.all(), new Problems());
      return new YcsbReport(runs.getFirst().result(), Map.of(), settings).text();
    }
    return form.text
        ? runs.stream().map(run -> ToolSummary.of(run.result())).collect(Collectors.joining("\n"))
        : Perfdash.of(runs.getFirst());
  }

  private static String full(List<StoredRun> runs, TextStyle style) {
    return runs.stream()
        .map(
            run ->
                TextDocument.of(
                    RunContent.of(run.result(), Spikes.of(run), Optional.of(run.directory())),
                    style))
        .collect(Collectors.joining("\n"));
  }
}
