package io.kvbench.runner.suite;

import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.ComparedRuns;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.content.ComparisonContent;
import io.kvbench.reports.content.SuiteContent;
import io.kvbench.reports.document.Document;
import io.kvbench.reports.html.HtmlDocument;
import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.suite.SuiteTitles;
import io.kvbench.reports.text.TextDocument;
import io.kvbench.reports.text.TextStyle;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.directory.ResultDirectoryException;
import io.kvbench.results.directory.SuiteDirectory;
import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.Cell;
import io.kvbench.runner.run.SmallHeap;
import java.util.List;
import java.util.Optional;

/** A writer of the page of a suite, and of the comparison of its runs. For one thread. */
record SuiteReports(SuiteDirectory directory, SuiteListener listener) {
  private static final TextStyle IN_A_FILE = new TextStyle(120, false, true);

  /** Writes the page as the suite stands. */
  void page(SuiteDocument suite) throws ResultDirectoryException {
    Document page = SuiteContent.of(SuiteCells.of(suite));
    directory.write(
        SuiteDirectory.PAGE, suite.isOver() ? HtmlDocument.of(page) : HtmlDocument.changing(page));
  }

  /** Compares all runs that are done. */
  void comparison(SuiteDocument suite) throws ResultDirectoryException {
    SuiteCells cells = SuiteCells.of(suite);
    List<Cell> compared = cells.compared();
    if (compared.size() < cells.done().size()) {
      listener.note(
          compared.isEmpty()
              ? "more than %d combinations: compare those that matter with 'kvbench compare'"
                  .formatted(SuiteCells.MOST_COMPARED)
              : "more than %d runs: the comparison has one of each combination, that of median throughput"
                  .formatted(SuiteCells.MOST_COMPARED));
    }
    if (compared.size() < 2) {
      return;
    }
    Optional<List<ComparedRun>> runs =
        ComparedRuns.read(
            compared.stream()
                .map(cell -> directory.path().resolve(cell.resultDirectory().orElseThrow()))
                .toList(),
            compared.stream().map(SuiteTitles::ofRun).toList(),
            compared.stream().map(Cell::title).toList(),
            this::notCompared,
            IntervalTrack.READING);
    if (runs.isEmpty()) {
      return;
    }
    Document document = ComparisonContent.withCharts(Comparison.of(runs.get()));
    directory.write(SuiteDirectory.COMPARISON_TEXT, TextDocument.of(document, IN_A_FILE));
    // All measurements are on disk by now: a missing page is no failure.
    try {
      directory.write(SuiteDirectory.COMPARISON_PAGE, HtmlDocument.of(document));
    } catch (OutOfMemoryError e) {
      listener.note(SuiteDirectory.COMPARISON_PAGE + " is missing: " + SmallHeap.sentence());
    }
  }

  private void notCompared(String problem) {
    listener.note("not compared: " + problem);
  }
}
