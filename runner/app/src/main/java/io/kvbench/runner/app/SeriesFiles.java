package io.kvbench.runner.app;

import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.ComparedRuns;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.content.LoadCharts;
import io.kvbench.reports.content.MainFigures;
import io.kvbench.reports.csv.AggregatedCsv;
import io.kvbench.reports.csv.DbtesterCsv;
import io.kvbench.reports.csv.PlotCsv;
import io.kvbench.reports.document.Chart.Bars;
import io.kvbench.reports.markdown.DbtesterReadme;
import io.kvbench.reports.plot.BarsPicture;
import io.kvbench.reports.plot.LoadPicture;
import io.kvbench.reports.plot.Picture;
import io.kvbench.reports.plot.PictureException;
import io.kvbench.reports.run.LoadCurve;
import io.kvbench.reports.series.Plot;
import io.kvbench.reports.series.Plots;
import io.kvbench.reports.series.RunSeries;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.ResultDirectory;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.format.FindResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The files of time series of runs: dbtester's, and plots. */
final class SeriesFiles {
  private static final String UNSAFE = "[^A-Za-z0-9._-]+";

  private SeriesFiles() {}

  /** Writes a directory for each run, and the seconds of each into one file beside them. */
  static String dbtester(List<RunSeries> runs, ReportDirectory to) throws IOException {
    Set<String> names = new HashSet<>();
    int files = 0;
    for (RunSeries run : runs) {
      String directory = unique(directory(run), names);
      for (Map.Entry<String, String> file : DbtesterCsv.of(run).entrySet()) {
        to.write(directory + "/" + file.getKey(), file.getValue());
        files++;
      }
      to.write(unique("all-aggregated-" + directory, names) + ".csv", AggregatedCsv.of(run));
      files++;
    }
    return files + " files in " + to.path() + "\n" + notes(runs);
  }

  /**
   * The runs to plot.
   *
   * @param searches what each of the runs found, if it is a search
   */
  record Plotted(List<RunSeries> runs, List<Optional<FindResult>> searches, Comparison comparison) {
    /** Reads result directories; empty if anything is wrong with them. */
    static Optional<Plotted> read(List<Path> directories, Consumer<String> problems) {
      Optional<List<ComparedRun>> compared =
          ComparedRuns.read(directories, problems, IntervalTrack.READING);
      List<Optional<FindResult>> searches = new ArrayList<>();
      for (Path directory : directories) {
        try {
          searches.add(ResultDirectory.readFind(directory));
        } catch (ResultFormatException e) {
          problems.accept(String.valueOf(e.getMessage()));
          return Optional.empty();
        }
      }
      return compared.map(
          all ->
              new Plotted(
                  RunSeries.all(all.stream().map(ComparedRun::stored).toList()),
                  searches,
                  Comparison.of(all)));
    }
  }

  /** Writes each plot as CSV, and then as SVG and PNG; then bars and curves over loads. */
  static String plots(Plotted plotted, Optional<String> title, ReportDirectory to)
      throws IOException, PictureException {
    List<RunSeries> runs = plotted.runs;
    String name = title.orElseGet(() -> workloads(runs));
    Plots.Found found = Plots.of(name, runs);
    for (Plot plot : found.plots()) {
      to.write(plot.name() + ".csv", PlotCsv.of(plot));
    }
    to.write("EVENTS.csv", PlotCsv.events(runs));
    List<Picture> pictures = new ArrayList<>();
    for (Plot plot : found.plots()) {
      pictures.add(Picture.of(plot));
    }
    List<List<byte[]>> drawn =
        pictures.parallelStream()
            .map(each -> List.of(each.svg().getBytes(StandardCharsets.UTF_8), each.png()))
            .toList();
    for (int index = 0; index < drawn.size(); index++) {
      String file = found.plots().get(index).name();
      to.write(file + ".svg", drawn.get(index).getFirst());
      to.write(file + ".png", drawn.get(index).getLast());
    }
    bars(name, plotted.comparison, to);
    loads(plotted, to);
    String done = found.plots().size() + " plots as SVG, PNG and CSV in " + to.path() + "\n";
    return found.missing().isEmpty()
        ? done + notes(runs)
        : done + "No data in any run: " + String.join(", ", found.missing()) + "\n" + notes(runs);
  }

  /** Writes all plots, and dbtester's README with them. */
  static String readme(Plotted plotted, ReportDirectory to) throws IOException, PictureException {
    String title = workloads(plotted.runs);
    String done = plots(plotted, Optional.of(title), to);
    List<String> names = Plots.of(title, plotted.runs).plots().stream().map(Plot::name).toList();
    to.write("README.md", DbtesterReadme.of(title, plotted.comparison, names));
    return "README.md and " + done;
  }

  /** Writes a picture in both forms. */
  static void write(String name, Picture picture, ReportDirectory to) throws IOException {
    to.write(name + ".svg", picture.svg());
    to.write(name + ".png", picture.png());
  }

  private static void bars(String title, Comparison comparison, ReportDirectory to)
      throws IOException, PictureException {
    Optional<Bars> bars = MainFigures.bars(title, comparison);
    if (comparison.groups().size() > 1 && bars.isPresent()) {
      write("COMPARISON", BarsPicture.of(bars.get()), to);
    }
  }

  private static void loads(Plotted plotted, ReportDirectory to)
      throws IOException, PictureException {
    Set<String> names = new HashSet<>();
    for (int index = 0; index < plotted.runs.size(); index++) {
      RunSeries run = plotted.runs.get(index);
      Optional<FindResult> search = plotted.searches.get(index);
      Optional<LoadCurve> curve =
          search.isPresent() ? search.flatMap(LoadCurve::of) : LoadCurve.ofSteps(run.phases());
      if (curve.isPresent()) {
        String title = run.run().result().origin().workload() + " on " + run.label();
        write(
            unique(plotted.runs.size() == 1 ? "LOAD" : "LOAD-" + safe(run.label()), names),
            LoadPicture.of(title, LoadCharts.of(curve.get(), run.system())),
            to);
      }
    }
  }

  /** Notes for which dbtester's columns have no place. */
  private static String notes(List<RunSeries> runs) {
    return runs.stream()
        .flatMap(run -> run.notes().stream())
        .distinct()
        .map(note -> PlainText.of(note) + "\n")
        .collect(Collectors.joining());
  }

  private static String workloads(List<RunSeries> runs) {
    return runs.stream()
        .map(run -> run.run().result().origin().workload())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  private static String directory(RunSeries run) {
    Path name = run.run().directory().toAbsolutePath().normalize().getFileName();
    return name == null ? safe(run.label()) : safe(name.toString());
  }

  private static String safe(String name) {
    return name.replaceAll(UNSAFE, "-");
  }

  /** Directories in different places may have the same name. */
  private static String unique(String name, Set<String> taken) {
    String unique = name;
    for (int number = 2; !taken.add(unique); number++) {
      unique = name + "-" + number;
    }
    return unique;
  }
}
