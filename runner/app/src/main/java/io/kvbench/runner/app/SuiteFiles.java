package io.kvbench.runner.app;

import io.kvbench.core.directory.ResultFormatException;
import io.kvbench.core.directory.SuiteDirectory;
import io.kvbench.core.directory.SuiteDocument;
import io.kvbench.reports.compare.Labels;
import io.kvbench.reports.plot.GridPicture;
import io.kvbench.reports.plot.Picture;
import io.kvbench.reports.plot.PictureException;
import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.suite.SuiteFigure;
import io.kvbench.reports.suite.SuiteGrids;
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
 * Directories of suites, where commands take those of runs: several suites are one with an axis.
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
        ? Optional.of(SuiteCells.together(Labels.directories(directories), suites))
        : Optional.empty();
  }

  /** Writes the heat maps of each figure, and their differences, as SVG and PNG. */
  static String pictures(SuiteCells cells, Optional<String> title, ReportDirectory to)
      throws IOException, PictureException {
    String name = title.orElseGet(() -> cells.suite().name());
    int count = 0;
    for (SuiteFigure figure : SuiteFigure.values()) {
      Optional<SuiteGrids> grids = SuiteGrids.of(cells, figure);
      if (grids.isPresent()) {
        count += write(figure.name(), GridPicture.of(name, grids.get()), to);
        count += write(figure + "-DIFFERENCE", GridPicture.ofDifferences(name, grids.get()), to);
      }
    }
    return count == 0
        ? "No heat maps: they need two axes with three values or more, and runs that are done\n"
        : count + " heat maps as SVG and PNG in " + to.path() + "\n";
  }

  private static int write(String name, Optional<Picture> picture, ReportDirectory to)
      throws IOException {
    if (picture.isEmpty()) {
      return 0;
    }
    SeriesFiles.write(name, picture.get(), to);
    return 1;
  }
}
