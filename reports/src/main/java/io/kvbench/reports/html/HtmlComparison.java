package io.kvbench.reports.html;

import io.kvbench.reports.compare.Comparison;
import io.kvbench.results.directory.IntervalTrack;

/**
 * A comparison as one file for a browser: the main figures as bars, verdicts, differences and who
 * is best first, then all runs on one time axis, tables, and everything to repeat the runs.
 */
public final class HtmlComparison {
  private HtmlComparison() {}

  /** Returns the page of runs that were read with {@link IntervalTrack#READING}. */
  public static String of(Comparison comparison) {
    Figures figures = ComparisonFigures.of(comparison);
    StyledSystems systems =
        StyledSystems.of(
            comparison.runs().stream().map(run -> run.result().system().name()).toList());
    return PageFrame.of(
        "Comparison – kvbench",
        new ComparisonPage(comparison, figures, systems).markup(),
        systems.rules(),
        figures);
  }
}
