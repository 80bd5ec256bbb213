package io.kvbench.reports.content;

import io.kvbench.reports.history.BaselineComparison;
import io.kvbench.reports.history.BenchmarkHistory;
import io.kvbench.reports.history.BenchmarkHistory.Regression;
import io.kvbench.reports.history.FigureHistory;
import io.kvbench.reports.history.FigureHistory.Shift;
import io.kvbench.reports.history.History;
import io.kvbench.reports.history.HistoryRun;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.reports.text.CellText;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.figure.Unit;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The sections of a history that are tables in every form of it. */
public final class HistorySheets {
  private HistorySheets() {}

  /** A change with the figure that changed. */
  private record FigureShift(FigureHistory figure, Shift shift) {}

  /** Returns every run with its figures, and what changed with it. */
  public static Sheet runs(BenchmarkHistory history) {
    List<Figure<Integer>> columns = new ArrayList<>();
    columns.add(Figure.of("run", run -> Cell.of(run + 1, Unit.COUNT)));
    columns.add(Figure.of("started", run -> Cell.words(date(history.runs().get(run)))));
    columns.add(Figure.of("version", run -> Cell.words(history.runs().get(run).version())));
    for (FigureHistory figure : history.figures()) {
      columns.add(
          Figure.of(
              figure.figure().words(), run -> figure(figure.figure(), figure.values().get(run))));
    }
    columns.add(Figure.of("changes", run -> Cell.words(changes(history, run))));
    return Sheet.of(
        "Runs",
        "in the order in which they started, with the changes that begin with them",
        columns,
        IntStream.range(0, history.runs().size()).boxed().toList());
  }

  private static Cell figure(Metric figure, double value) {
    return value > 0 ? Cell.of(value, figure.unit()) : new Cell.Absent();
  }

  private static String date(HistoryRun run) {
    return run.startedAt().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String changes(BenchmarkHistory history, int run) {
    return shifts(history).stream()
        .filter(each -> each.shift().run() == run)
        .map(each -> each.figure().figure().words() + " " + change(each))
        .collect(Collectors.joining(", "));
  }

  private static String change(FigureShift each) {
    return CellText.change(each.shift().change())
        + (each.figure().isWorse(each.shift()) ? ", worse" : ", better");
  }

  private static List<FigureShift> shifts(BenchmarkHistory history) {
    return history.figures().stream()
        .flatMap(figure -> figure.shifts().stream().map(shift -> new FigureShift(figure, shift)))
        .toList();
  }

  /** Returns the changes of all figures; no rows where nothing has changed. */
  public static Sheet changes(BenchmarkHistory history) {
    List<Figure<FigureShift>> columns =
        List.of(
            Figure.of("figure", each -> Cell.words(each.figure().figure().words())),
            Figure.of("since run", each -> Cell.of(each.shift().run() + 1, Unit.COUNT)),
            Figure.of("started", each -> Cell.words(date(run(history, each)))),
            Figure.of("version", each -> Cell.words(run(history, each).version())),
            Figure.of("before", each -> figure(each.figure().figure(), each.shift().before())),
            Figure.of("after", each -> figure(each.figure().figure(), each.shift().after())),
            Figure.of("change", each -> Cell.words(change(each))),
            Figure.of(
                "p",
                each -> Cell.words(String.format(Locale.ROOT, "%.4f", each.shift().pValue()))));
    return Sheet.of(
        "Changes",
        "of the level of a figure (E-divisive); before and after are medians of the runs between"
            + " changes",
        columns,
        shifts(history));
  }

  private static HistoryRun run(BenchmarkHistory history, FigureShift each) {
    return history.runs().get(each.shift().run());
  }

  /** Returns the results that do not count; no rows where all do. */
  public static Sheet leftOut(History history) {
    List<Figure<BenchmarkHistory.LeftOut>> columns =
        List.of(
            Figure.of("directory", each -> Cell.words(each.directory().toString())),
            Figure.of("reason", each -> Cell.words(each.reason())));
    return Sheet.of(
        "Left out",
        "searches, and runs that are incomplete or INVALID",
        columns,
        history.leftOut());
  }

  /**
   * Returns the outcome for a benchmark in a sentence.
   *
   * @param unjudged why the absence of a regression says nothing
   */
  public static String headline(
      BenchmarkHistory history, List<Regression> regressions, Optional<String> unjudged) {
    if (!regressions.isEmpty()) {
      return regressions.stream()
          .map(each -> regression(history, each))
          .collect(Collectors.joining("; ", "REGRESSION: ", "."));
    }
    if (unjudged.isPresent()) {
      return "NOT JUDGED: " + unjudged.get();
    }
    int shifts = shifts(history).size();
    return shifts == 0 ? "No change found." : "No regression. Changes found: " + shifts + ".";
  }

  private static String regression(BenchmarkHistory history, Regression each) {
    HistoryRun run = history.runs().get(each.shift().run());
    return "%s %s since run %d (%s, %s)"
        .formatted(
            each.figure().figure().words(),
            CellText.change(each.shift().change()),
            each.shift().run() + 1,
            date(run),
            run.version());
  }

  public static Sheet baseline(List<BaselineComparison> figures, double tolerance) {
    List<Figure<BaselineComparison>> columns =
        List.of(
            Figure.of("runs of", each -> Cell.words(each.group().title())),
            Figure.of("figure", each -> Cell.words(each.figure().words())),
            Figure.of("baseline", each -> Cell.of(each.before(), each.figure().unit())),
            Figure.of("version", each -> Cell.words(each.baseline())),
            Figure.of("now", each -> figure(each.figure(), each.now())),
            Figure.of("difference", each -> Cell.words(difference(each, tolerance))));
    return Sheet.of(
        "Baseline",
        "medians over runs; in brackets the interval of the difference (Hodges-Lehmann)",
        columns,
        figures);
  }

  private static String difference(BaselineComparison each, double tolerance) {
    if (Double.isNaN(each.now())) {
      return "NOT JUDGED: too few operations in each run";
    }
    String words = RankingText.difference(each.change(), each.noise());
    if (!each.isJudged()) {
      return "NOT JUDGED, " + Quantities.count(each.enough(), "run") + " would do: " + words;
    }
    return each.isWorseByMoreThan(tolerance) ? "WORSE: " + words : words;
  }
}
