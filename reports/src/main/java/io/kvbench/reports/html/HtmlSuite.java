package io.kvbench.reports.html;

import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.suite.SuiteCells.Combination;
import io.kvbench.reports.text.PlainText;
import io.kvbench.results.directory.SuiteDocument;

/**
 * A suite as one file for a browser: figures of all combinations as heat maps or bars, then a table
 * of its runs, each with a link to its own report. The page has no script, and while the suite runs
 * it loads itself anew.
 */
public final class HtmlSuite {
  private HtmlSuite() {}

  /** Returns the page of a suite as it stands. */
  public static String of(SuiteDocument suite) {
    return of(SuiteCells.of(suite), !suite.isOver());
  }

  /** Returns the page of suites that are looked at together. */
  public static String of(SuiteCells cells) {
    return of(cells, false);
  }

  private static String of(SuiteCells cells, boolean isChanging) {
    StyledSystems systems =
        StyledSystems.of(cells.combinations().stream().map(Combination::system).toList());
    return PageFrame.still(
        PlainText.of("Suite " + cells.suite().name()) + " – kvbench",
        new SuitePage(cells, systems).markup(),
        systems.rules(),
        isChanging);
  }
}
