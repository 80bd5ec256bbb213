package io.kvbench.reports.html;

import io.kvbench.reports.compare.Comparison;
import io.kvbench.results.directory.ResultFormatException;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A comparison as one file for a browser: the main figures as bars, verdicts, differences and who
 * is best first, then all runs on one time axis, tables, and everything to repeat the runs.
 */
public final class HtmlComparison {
  private HtmlComparison() {}

  /**
   * Returns the page of a comparison.
   *
   * @param problems takes a sentence for everything that is wrong with the runs' directories
   * @return empty if anything was wrong
   */
  public static Optional<String> of(Comparison comparison, Consumer<String> problems) {
    try {
      Figures figures = ComparisonFigures.of(comparison);
      StyledSystems systems =
          StyledSystems.of(
              comparison.runs().stream().map(run -> run.result().system().name()).toList());
      return Optional.of(
          PageFrame.of(
              "Comparison – kvbench",
              new ComparisonPage(comparison, figures, systems).markup(),
              systems.rules(),
              figures));
    } catch (ResultFormatException e) {
      problems.accept(String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }
}
