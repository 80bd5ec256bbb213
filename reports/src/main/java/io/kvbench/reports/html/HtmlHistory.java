package io.kvbench.reports.html;

import io.kvbench.reports.history.BenchmarkHistory;
import io.kvbench.reports.history.FigureHistory;
import io.kvbench.reports.history.FigureHistory.Shift;
import io.kvbench.reports.history.History;
import io.kvbench.reports.history.HistoryRun;
import io.kvbench.reports.html.Figures.Chart;
import io.kvbench.reports.html.Figures.OverRuns;
import io.kvbench.reports.text.HistorySheets;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Unit;
import java.util.ArrayList;
import java.util.List;

/**
 * A history as one file for a browser: of each benchmark the outcome, a chart of each figure over
 * its runs with the changes marked, and tables.
 */
public final class HtmlHistory {
  private static final double MICRO = 1e3;

  private final List<Chart> charts = new ArrayList<>();
  private final Markup page = new Markup();

  private HtmlHistory() {}

  /**
   * Returns the page.
   *
   * @param headlines of the benchmarks, in their order
   * @param version of kvbench
   */
  public static String of(History history, List<String> headlines, String version) {
    HtmlHistory html = new HtmlHistory();
    html.add(history, headlines, version);
    return PageFrame.of(
        "History – kvbench",
        html.page,
        new Figures(List.of(), 0, List.of(), List.of(), List.of(), html.charts));
  }

  private void add(History history, List<String> headlines, String version) {
    List<String> names = history.names();
    page.open("header").element("h1", "History");
    for (int index = 0; index < headlines.size(); index++) {
      page.open("p");
      page.within("strong", names.get(index));
      page.text(": " + headlines.get(index)).close();
    }
    page.close();
    page.open("main");
    page.element("noscript", "The charts need JavaScript; the tables do not.");
    for (int index = 0; index < headlines.size(); index++) {
      benchmark(index, names.get(index), history.benchmarks().get(index));
    }
    page.table(HistorySheets.leftOut(history));
    page.close();
    PageOutline.footer(page, version);
  }

  private void benchmark(int index, String name, BenchmarkHistory history) {
    page.open("section", "id", "benchmark-" + (index + 1));
    page.element("h2", name);
    List<String> names = names(history);
    for (FigureHistory figure : history.figures()) {
      OverRuns chart = chart("figure-" + (charts.size() + 1), names, figure, index);
      PageOutline.chart(page, charts.size(), chart);
      charts.add(chart);
    }
    page.table(HistorySheets.changes(history));
    page.table(HistorySheets.runs(history));
    page.close();
  }

  private static List<String> names(BenchmarkHistory history) {
    List<String> names = new ArrayList<>();
    for (HistoryRun run : history.runs()) {
      names.add((names.size() + 1) + ": " + run.version());
    }
    return names;
  }

  private static OverRuns chart(String id, List<String> names, FigureHistory figure, int index) {
    List<Shift> shifts = figure.shifts();
    List<Number> levels = new ArrayList<>();
    shifts.forEach(shift -> levels.add(drawn(figure.figure(), shift.before())));
    if (!shifts.isEmpty()) {
      levels.add(drawn(figure.figure(), shifts.getLast().after()));
    }
    return new OverRuns(
        "runs",
        id,
        figure.figure().heading(),
        shifts.isEmpty()
            ? "Over all runs; no change found."
            : "Over all runs; upright lines mark changes, level lines the medians between them.",
        figure.figure() == Metric.THROUGHPUT ? Unit.PER_SECOND : Unit.MICROS,
        names,
        Strokes.part(index),
        figure.values().stream().map(value -> drawn(figure.figure(), value)).toList(),
        shifts.stream().map(Shift::run).toList(),
        levels);
  }

  private static Number drawn(Metric figure, double value) {
    return Figures.rounded(figure == Metric.THROUGHPUT ? value : value / MICRO);
  }
}
