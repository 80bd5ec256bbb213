package io.kvbench.reports.history;

import io.kvbench.reports.compare.Benchmark;
import io.kvbench.reports.history.FigureHistory.Shift;
import io.kvbench.results.directory.BaselineDocument.BenchmarkDocument;
import io.kvbench.results.figure.MetricLists;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The runs of one benchmark, regardless of the versions involved.
 *
 * @param runs in the order in which they began; none where all are left out
 * @param figures those that are known of any run
 * @param leftOutSince the results left out that are newer than all of the runs
 */
public record BenchmarkHistory(
    Benchmark benchmark,
    List<HistoryRun> runs,
    List<FigureHistory> figures,
    List<LeftOut> leftOutSince) {
  /** With fewer, not even five slow runs after as many fast ones are significant. */
  public static final int FEWEST = 10;

  /**
   * A result that does not count for the benchmark: its run did not end, is INVALID, or is a
   * search, whose probes have planned rates.
   */
  public record LeftOut(Path directory, String reason) {}

  static BenchmarkHistory of(
      Benchmark benchmark, List<HistoryRun> runs, List<LeftOut> leftOutSince) {
    return new BenchmarkHistory(
        benchmark,
        runs,
        MetricLists.HISTORY.stream()
            .map(figure -> FigureHistory.of(figure, runs))
            .filter(figure -> figure.values().stream().anyMatch(value -> value > 0))
            .toList(),
        leftOutSince);
  }

  /**
   * Returns why the absence of a regression says nothing about the newest runs, in a sentence;
   * empty where it does.
   *
   * @param accepted the last run that a baseline accepts
   */
  public Optional<String> unjudged(Instant accepted) {
    if (!leftOutSince.isEmpty()) {
      int count = leftOutSince.size();
      return Optional.of(
          "%s left out (%s): repeat %s."
              .formatted(
                  count == 1 ? "the newest run is" : "the newest " + count + " runs are",
                  leftOutSince.stream()
                      .map(LeftOut::reason)
                      .distinct()
                      .collect(Collectors.joining(", ")),
                  count == 1 ? "it" : "them"));
    }
    return runs.size() < FEWEST && runs.getLast().startedAt().isAfter(accepted)
        ? Optional.of(
            "%d of the %d runs that finding a change takes.".formatted(runs.size(), FEWEST))
        : Optional.empty();
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
