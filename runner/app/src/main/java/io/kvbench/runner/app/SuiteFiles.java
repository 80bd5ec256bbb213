package io.kvbench.runner.app;

import io.kvbench.reports.compare.RunLabels;
import io.kvbench.reports.content.SuiteCharts;
import io.kvbench.reports.csv.ScenariosCsv;
import io.kvbench.reports.document.Chart.Grids;
import io.kvbench.reports.plot.GridPicture;
import io.kvbench.reports.plot.PictureException;
import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.suite.SuiteTitles;
import io.kvbench.results.directory.ResultFormatException;
import io.kvbench.results.directory.StoredRun;
import io.kvbench.results.directory.SuiteDirectory;
import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.Cell;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The directories of suites in commands that accept those of runs: several suites are merged into
 * one with an additional axis.
 */
final class SuiteFiles {
  private SuiteFiles() {}

  /** Returns whether any of the directories is that of a suite. */
  static boolean areSuites(List<Path> directories) {
    return directories.stream().anyMatch(each -> Files.exists(each.resolve(SuiteDirectory.SUITE)));
  }

  /**
   * Reads them all.
   *
   * @param problems takes a sentence for everything that is wrong
   * @return empty if anything was
   */
  static Optional<SuiteCells> read(List<Path> directories, Consumer<String> problems) {
    List<SuiteDocument> suites = new ArrayList<>();
    Set<Path> seen = new HashSet<>();
    for (Path directory : directories) {
      if (!seen.add(directory.toAbsolutePath().normalize())) {
        problems.accept(directory + " is named twice: omit one of the two.");
        continue;
      }
      try {
        suites.add(SuiteDirectory.read(directory));
      } catch (ResultFormatException e) {
        problems.accept(String.valueOf(e.getMessage()));
      }
    }
    return suites.size() == directories.size()
        ? Optional.of(SuiteCells.together(RunLabels.directories(directories), suites))
        : Optional.empty();
  }

  /**
   * Runs, in their order.
   *
   * @param labels what to call each, unlike the others
   * @param titles what to call all repeats of one
   */
  record Runs(List<Path> directories, List<String> labels, List<String> titles) {}

  /** Returns the runs of suites that are done; the problems say what is wrong. */
  static Optional<Runs> runs(List<Path> suites, Consumer<String> problems) {
    List<Path> directories = new ArrayList<>();
    List<String> labels = new ArrayList<>();
    List<String> titles = new ArrayList<>();
    boolean complete = true;
    for (int index = 0; index < suites.size(); index++) {
      String name = suites.size() == 1 ? "" : RunLabels.directories(suites).get(index) + " ";
      try {
        for (Cell cell : SuiteCells.of(SuiteDirectory.read(suites.get(index))).done()) {
          directories.add(suites.get(index).resolve(cell.resultDirectory().orElseThrow()));
          labels.add(name + SuiteTitles.ofRun(cell));
          titles.add(name + cell.title());
        }
      } catch (ResultFormatException e) {
        problems.accept(String.valueOf(e.getMessage()));
        complete = false;
      }
    }
    if (complete && directories.isEmpty()) {
      problems.accept("no run of the suite is done.");
    }
    return complete && !directories.isEmpty()
        ? Optional.of(new Runs(directories, labels, titles))
        : Optional.empty();
  }

  /** Runs of suites as one file. */
  static Optional<String> scenarios(List<Path> suites, Consumer<String> problems) {
    return runs(suites, problems)
        .flatMap(
            runs ->
                StoredRun.readAll(runs.directories(), problems)
                    .map(stored -> ScenariosCsv.of(stored, runs.labels())));
  }

  /** Reads runs, of suites all that are done. */
  static Optional<List<StoredRun>> readRuns(List<Path> directories, Consumer<String> problems) {
    return areSuites(directories)
        ? runs(directories, problems)
            .flatMap(runs -> StoredRun.readAll(runs.directories(), problems))
        : StoredRun.readAll(directories, problems);
  }

  /** Writes the heat maps of each figure, and their differences, as SVG and PNG. */
  static String pictures(SuiteCells cells, Optional<String> title, ReportDirectory to)
      throws IOException, PictureException {
    String name = title.orElseGet(() -> cells.suite().name());
    int count = 0;
    for (Metric figure : MetricLists.SUITE) {
      count += write(figure.name(), SuiteCharts.grids(name, cells, figure), to);
      count += write(figure + "-DIFFERENCE", SuiteCharts.differences(name, cells, figure), to);
    }
    return count == 0
        ? "No heat maps: they need two axes with three values or more, and runs that are done\n"
        : count + " heat maps as SVG and PNG in " + to.path() + "\n";
  }

  private static int write(String name, Optional<Grids> chart, ReportDirectory to)
      throws IOException, PictureException {
    if (chart.isEmpty()) {
      return 0;
    }
    SeriesFiles.write(name, GridPicture.of(chart.get()), to);
    return 1;
  }
}
