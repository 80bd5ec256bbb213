package io.kvbench.runner.app;

import io.kvbench.reports.csv.AggregatedCsv;
import io.kvbench.reports.csv.DbtesterCsv;
import io.kvbench.reports.csv.EventsCsv;
import io.kvbench.reports.csv.PlotCsv;
import io.kvbench.reports.plot.Picture;
import io.kvbench.reports.plot.PictureException;
import io.kvbench.reports.series.Plot;
import io.kvbench.reports.series.Plots;
import io.kvbench.reports.series.RunSeries;
import io.kvbench.reports.text.PlainText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The files of what runs did over time: dbtester's, and plots. */
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

  /** Writes each plot as CSV, and then as SVG and PNG. */
  static String plots(List<RunSeries> runs, Optional<String> title, ReportDirectory to)
      throws IOException, PictureException {
    Plots.Found found = Plots.of(title.orElseGet(() -> workloads(runs)), runs);
    for (Plot plot : found.plots()) {
      to.write(plot.name() + ".csv", PlotCsv.of(plot));
    }
    to.write("EVENTS.csv", EventsCsv.of(runs));
    for (Plot plot : found.plots()) {
      Picture picture = Picture.of(plot);
      to.write(plot.name() + ".svg", picture.svg());
      to.write(plot.name() + ".png", picture.png());
    }
    String done = found.plots().size() + " plots as SVG, PNG and CSV in " + to.path() + "\n";
    return found.missing().isEmpty()
        ? done + notes(runs)
        : done + "No data in any run: " + String.join(", ", found.missing()) + "\n" + notes(runs);
  }

  /** What dbtester's columns have no place for. */
  private static String notes(List<RunSeries> runs) {
    return runs.stream()
        .flatMap(run -> run.notes().stream())
        .distinct()
        .map(note -> PlainText.of(note) + "\n")
        .collect(Collectors.joining());
  }

  private static String workloads(List<RunSeries> runs) {
    return runs.stream()
        .map(run -> run.run().result().workload())
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
