package io.kvbench.reports.text;

import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.suite.SuiteSheets;
import io.kvbench.reports.suite.SuiteTitles;
import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.Status;
import io.kvbench.results.figure.Quantities;

/** A suite for a terminal: its combinations, and why runs did not come to their end. */
public final class SuiteText {
  private SuiteText() {}

  /** Returns the text, each line ended by {@code \n}. */
  public static String of(SuiteCells cells, TextStyle style) {
    SuiteDocument suite = cells.suite();
    Page page = new Page(style);
    page.title(
        "Suite " + PlainText.of(suite.name()),
        suite.count(Status.DONE) + " of " + suite.needed() + " runs done");
    page.table(SuiteSheets.combinations(cells));
    page.table(SuiteSheets.differences(cells));
    page.blank();
    suite.cells().stream()
        .filter(cell -> cell.status() == Status.FAILED || cell.status() == Status.PARTIAL)
        .forEach(
            cell ->
                page.item(
                    SuiteTitles.ofRun(cell)
                        + " "
                        + cell.status()
                        + cell.reason().map(why -> ": " + PlainText.of(why)).orElse("")));
    long skipped = suite.count(Status.SKIPPED);
    if (skipped > 0) {
      page.item(
          Quantities.count(skipped, "run") + (skipped == 1 ? " was" : " were") + " not started");
    }
    return page.toString();
  }
}
