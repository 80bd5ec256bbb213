package io.kvbench.reports.text;

import io.kvbench.reports.history.BaselineComparison;
import io.kvbench.reports.history.BenchmarkHistory;
import io.kvbench.reports.history.History;
import java.util.List;

/** A history for a terminal: of each benchmark the outcome, the changes and all runs. */
public final class HistoryText {
  private HistoryText() {}

  /**
   * Returns the history, each line ended by {@code \n}.
   *
   * @param headlines of the benchmarks, in their order
   */
  public static String of(History history, List<String> headlines, TextStyle style) {
    Page page = new Page(style);
    List<String> names = history.names();
    for (int index = 0; index < history.benchmarks().size(); index++) {
      BenchmarkHistory benchmark = history.benchmarks().get(index);
      page.blank();
      page.title(PlainText.of(names.get(index)), "");
      page.indented(2, PlainText.of(headlines.get(index)));
      page.table(HistorySheets.changes(benchmark));
      page.table(HistorySheets.runs(benchmark));
    }
    page.table(HistorySheets.leftOut(history));
    return page.toString();
  }

  /** Returns the table of a comparison with a baseline. */
  public static String of(List<BaselineComparison> figures, double tolerance, TextStyle style) {
    Page page = new Page(style);
    page.line("");
    page.table(HistorySheets.baseline(figures, tolerance));
    return page.toString();
  }
}
