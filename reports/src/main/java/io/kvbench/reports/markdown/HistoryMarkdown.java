package io.kvbench.reports.markdown;

import io.kvbench.reports.history.BaselineComparison;
import io.kvbench.reports.history.BenchmarkHistory;
import io.kvbench.reports.history.History;
import io.kvbench.reports.text.HistorySheets;
import java.util.List;

/** A history in Markdown with GitHub's tables: what has changed, then all runs. */
public final class HistoryMarkdown {
  private HistoryMarkdown() {}

  /**
   * Returns the document, each line ended by {@code \n}.
   *
   * @param headlines of the benchmarks, in their order
   */
  public static String of(History history, List<String> headlines) {
    MarkdownPage page = new MarkdownPage();
    List<String> names = history.names();
    for (int index = 0; index < history.benchmarks().size(); index++) {
      BenchmarkHistory benchmark = history.benchmarks().get(index);
      page.heading(names.get(index));
      page.line(MarkdownPage.escaped(headlines.get(index)));
      page.section(HistorySheets.changes(benchmark));
      page.section(HistorySheets.runs(benchmark));
    }
    page.section(HistorySheets.leftOut(history));
    return page.toString();
  }

  /** Returns the table of a comparison with a baseline. */
  public static String of(List<BaselineComparison> figures, double tolerance) {
    MarkdownPage page = new MarkdownPage();
    page.section(HistorySheets.baseline(figures, tolerance));
    return page.toString();
  }
}
