package io.kvbench.runner.suite;

import io.kvbench.core.directory.ResultDirectoryException;
import io.kvbench.core.directory.SuiteDirectory;
import io.kvbench.core.directory.SuiteDocument;
import io.kvbench.core.directory.SuiteDocument.Cell;
import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.ComparedRuns;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.html.HtmlComparison;
import io.kvbench.reports.html.HtmlSuite;
import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.suite.SuiteTitles;
import io.kvbench.reports.text.ComparisonText;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.runner.run.SmallHeap;
import java.util.List;
import java.util.Optional;

/** Writes the page of a suite, and the comparison of its runs. For one thread. */
final class SuiteReports {
  /** More runs side by side can neither be read nor drawn. */
  private static final int MOST_COMPARED = 60;

  private static final TextStyle IN_A_FILE = new TextStyle(120, false, true);

  private final SuiteDirectory directory;
  private final SuiteListener listener;

  SuiteReports(SuiteDirectory directory, SuiteListener listener) {
    this.directory = directory;
    this.listener = listener;
  }

  /** Writes the page as the suite stands. */
  void page(SuiteDocument suite) throws ResultDirectoryException {
    directory.write(SuiteDirectory.PAGE, HtmlSuite.of(suite));
  }

  /** Compares all runs that are done. */
  void comparison(SuiteDocument suite) throws ResultDirectoryException {
    List<Cell> compared = compared(SuiteCells.of(suite));
    if (compared.size() < 2) {
      return;
    }
    Optional<List<ComparedRun>> runs =
        ComparedRuns.read(
            compared.stream()
                .map(cell -> directory.path().resolve(cell.resultDirectory().orElseThrow()))
                .toList(),
            compared.stream().map(SuiteTitles::ofRun).toList(),
            this::notCompared);
    if (runs.isEmpty()) {
      return;
    }
    Comparison comparison = Comparison.of(runs.get());
    directory.write(SuiteDirectory.COMPARISON_TEXT, ComparisonText.of(comparison, IN_A_FILE));
    Optional<String> page = page(comparison);
    if (page.isPresent()) {
      directory.write(SuiteDirectory.COMPARISON_PAGE, page.get());
    }
  }

  /** Everything measured is on disk by now: what goes wrong here is told and changes nothing. */
  private Optional<String> page(Comparison comparison) {
    try {
      return HtmlComparison.of(comparison, this::notCompared);
    } catch (OutOfMemoryError e) {
      listener.note(SuiteDirectory.COMPARISON_PAGE + " is missing: " + SmallHeap.sentence());
      return Optional.empty();
    }
  }

  private void notCompared(String problem) {
    listener.note("not compared: " + problem);
  }

  /** Of very many runs, that of each combination whose throughput is the median. */
  private List<Cell> compared(SuiteCells cells) {
    List<Cell> done = cells.done();
    if (done.size() <= MOST_COMPARED) {
      return done;
    }
    List<Cell> medians = cells.medians();
    if (medians.size() <= MOST_COMPARED) {
      listener.note(
          "more than %d runs: the comparison has one of each combination, that of median throughput"
              .formatted(MOST_COMPARED));
      return medians;
    }
    listener.note(
        "more than %d combinations: compare those that matter with 'kvbench compare'"
            .formatted(MOST_COMPARED));
    return List.of();
  }
}
