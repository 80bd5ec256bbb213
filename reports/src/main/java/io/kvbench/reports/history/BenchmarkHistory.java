package io.kvbench.reports.history;

import io.kvbench.core.directory.BaselineDocument.BenchmarkDocument;
import io.kvbench.reports.compare.Benchmark;
import io.kvbench.reports.history.FigureHistory.Shift;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The runs of one benchmark, whatever the versions of what took part.
 *
 * @param runs in the order in which they began
 * @param figures those that are known of any run
 */
public record BenchmarkHistory(
    Benchmark benchmark, List<HistoryRun> runs, List<FigureHistory> figures) {
  public BenchmarkHistory {
    runs = List.copyOf(runs);
    figures = List.copyOf(figures);
  }

  static BenchmarkHistory of(Benchmark benchmark, List<HistoryRun> runs) {
    return new BenchmarkHistory(
        benchmark,
        runs,
        FigureHistory.FIGURES.stream()
            .map(figure -> FigureHistory.of(figure, runs))
            .filter(figure -> figure.values().stream().anyMatch(value -> value > 0))
            .toList());
  }

  /** A change for the worse that no later change has followed. */
  public record Regression(FigureHistory figure, Shift shift) {}

  /**
   * Returns the last change of each figure, where it is for the worse.
   *
   * @param tolerance by what part of 1 of the level before a figure may be worse
   * @param accepted the last run that a baseline accepts: changes up to it do not count
   */
  public List<Regression> regressions(double tolerance, Instant accepted) {
    return figures.stream()
        .flatMap(
            figure ->
                figure.regression(tolerance).stream().map(shift -> new Regression(figure, shift)))
        .filter(regression -> runs.get(regression.shift().run()).startedAt().isAfter(accepted))
        .toList();
  }

  /** Returns what a baseline keeps of it: the figures since their last changes. */
  public BenchmarkDocument baseline() {
    Map<String, List<Double>> kept = new LinkedHashMap<>();
    figures.forEach(figure -> kept.put(figure.figure().words(), figure.current()));
    return new BenchmarkDocument(
        benchmark.name(),
        runs.getLast().version(),
        runs.getLast().startedAt(),
        benchmark.parts(),
        kept);
  }
}
