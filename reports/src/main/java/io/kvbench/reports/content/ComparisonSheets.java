package io.kvbench.reports.content;

import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.Difference;
import io.kvbench.reports.compare.Marks;
import io.kvbench.reports.compare.Ranking;
import io.kvbench.reports.compare.RepeatedFigure;
import io.kvbench.reports.compare.Row;
import io.kvbench.reports.compare.SteadyRun;
import io.kvbench.reports.run.NotOkSheet;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.reports.text.CellText;
import io.kvbench.results.figure.Better;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.PhaseResult.ErrorMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;

/** The sections of a comparison that are tables in every form of it. */
public final class ComparisonSheets {
  private ComparisonSheets() {}

  /** Returns the older tools' table. */
  public static Sheet summary(Comparison comparison) {
    return rows(comparison, "Summary", "", comparison.summary());
  }

  /** Returns each type of operation by itself; no rows where no run has several. */
  public static Sheet operations(Comparison comparison) {
    return rows(
        comparison,
        "Operations",
        "per type; the parts of composites such as READ_MODIFY_WRITE and STM are also in the other"
            + " types",
        comparison.operations());
  }

  /** Returns what was noticed of locks, leases and watchers; no rows where no run has any. */
  public static Sheet coordination(Comparison comparison) {
    return rows(
        comparison,
        "Coordination",
        "locks, leases and watchers; times between operations",
        comparison.coordination());
  }

  /** Returns where the clients' time went. */
  public static Sheet account(Comparison comparison) {
    return rows(
        comparison,
        "Client time",
        "where the clients' time went; the times above cover its OK share",
        comparison.account());
  }

  /** Returns what operations and bytes cost; no rows where nothing is known. */
  public static Sheet costs(Comparison comparison) {
    return rows(
        comparison,
        "Costs",
        "per operation answered OK; per byte of keys and values written, transferred or stored, if"
            + " all have the same size",
        comparison.costs());
  }

  private static Sheet rows(Comparison comparison, String title, String about, List<Row> rows) {
    List<Figure<Row>> columns = new ArrayList<>();
    columns.add(Figure.of("", row -> Cell.words(row.name())));
    addRuns(columns, comparison, Row::cells);
    if (rows.stream().anyMatch(row -> row.better() != Better.UNSAID)) {
      columns.add(Figure.of("difference", ComparisonSheets::difference));
    }
    if (rows.stream().anyMatch(row -> !row.notComparable().isEmpty())) {
      columns.add(
          Figure.of("not comparable", row -> new Cell.Words(Marks.of(row.notComparable()))));
    }
    return Sheet.of(title, about, columns, rows);
  }

  /** Of two runs, what the second has more or less, and whether that is worse. */
  private static Cell difference(Row row) {
    List<OptionalDouble> figures = row.cells().stream().map(Cell::figure).toList();
    if (row.better() == Better.UNSAID
        || figures.size() != 2
        || figures.stream().anyMatch(OptionalDouble::isEmpty)) {
      return Cell.words(row.better().words());
    }
    double one = figures.getFirst().getAsDouble();
    double other = figures.getLast().getAsDouble();
    if (one == other) {
      return Cell.words("equal; " + row.better().words());
    }
    boolean better = other > one == (row.better() == Better.MORE);
    Unit unit = row.unit().orElse(Unit.COUNT);
    String change =
        one == 0
            ? "+" + CellText.plain(new Cell.Figure(other, unit))
            : CellText.change(other / one - 1);
    return Cell.words(change + (better ? ", better" : ", worse"));
  }

  private static <T> void addRuns(
      List<Figure<T>> columns, Comparison comparison, Function<T, List<Cell>> cells) {
    for (int index = 0; index < comparison.groups().size(); index++) {
      int group = index;
      columns.add(Figure.of(comparison.columns().get(group), row -> cells.apply(row).get(group)));
    }
  }

  public static Sheet differences(Comparison comparison) {
    List<Figure<Difference>> columns = new ArrayList<>();
    columns.add(
        Figure.of(
            "no.", each -> new Cell.Words(each.number() == 0 ? "" : "[" + each.number() + "]")));
    columns.add(Figure.of("difference", each -> Cell.words(each.subject())));
    addRuns(
        columns,
        comparison,
        difference ->
            comparison.groups().stream().map(group -> group.cell(difference.values())).toList());
    columns.add(Figure.of("why it matters", each -> new Cell.Words(each.why())));
    return Sheet.of(
        "Differences",
        "that affect the figures; numbered differences mark rows that are not comparable",
        columns,
        comparison.differences());
  }

  private record Failures(ComparedRun run, String kind, long count, List<ErrorMessage> messages) {
    static Stream<Failures> of(ComparedRun run) {
      return run.errors().isEmpty()
          ? Stream.of(new Failures(run, "none", 0, List.of()))
          : run.errors().entrySet().stream()
              .map(
                  each ->
                      new Failures(
                          run,
                          each.getKey().name(),
                          each.getValue(),
                          run.errorMessages(each.getKey())));
    }
  }

  public static Sheet errors(Comparison comparison) {
    List<Figure<Failures>> columns =
        List.of(
            Figure.of("run", each -> Cell.words(each.run.label())),
            Figure.of("error", each -> Cell.words(each.kind)),
            Figure.of("count", each -> Cell.of(each.count, Unit.COUNT)),
            Figure.of("messages", each -> new Cell.Words(NotOkSheet.messages(each.messages))));
    return Sheet.of(
        "Errors",
        "by kind, with their messages",
        columns,
        comparison.runs().stream().flatMap(Failures::of).toList());
  }

  /** Returns runs whose throughput is not that of their steady state; often no rows. */
  public static Sheet steady(Comparison comparison) {
    List<Figure<SteadyRun>> columns =
        List.of(
            Figure.of("run", each -> Cell.words(each.label())),
            Figure.of(
                "steady from",
                each ->
                    each.isReached()
                        ? Cell.of(each.startSeconds(), Unit.SECONDS)
                        : Cell.words("not reached")),
            Figure.of(
                "throughput from then",
                each -> ifReached(each, Cell.of(each.steadyPerSecond(), Unit.PER_SECOND))),
            Figure.of("whole run", each -> Cell.of(each.wholePerSecond(), Unit.PER_SECOND)),
            Figure.of(
                "difference",
                each -> ifReached(each, Cell.words(CellText.change(each.difference())))));
    return Sheet.of(
        "Steady state",
        "runs whose throughput after the warm-up (MSER-5) differs by more than 2 % from that of the"
            + " whole run",
        columns,
        comparison.steady());
  }

  private static Cell ifReached(SteadyRun run, Cell cell) {
    return run.isReached() ? cell : new Cell.Absent();
  }

  /** Returns medians over repeats with their intervals; no rows where no run was repeated. */
  public static Sheet repeats(Comparison comparison) {
    List<Figure<RepeatedFigure>> columns =
        List.of(
            Figure.of("runs of", each -> Cell.words(each.group().title())),
            Figure.of("figure", each -> Cell.words(each.figure().words())),
            Figure.of("median", each -> of(each, each.median().estimate())),
            Figure.of("low", each -> of(each, each.median().low())),
            Figure.of("high", each -> of(each, each.median().high())),
            Figure.of("level", each -> Cell.of(each.median().level(), Unit.SHARE)),
            Figure.of("remarks", each -> Cell.words(RemarkText.of(each))));
    return Sheet.of(
        "Repeats",
        "medians over runs with confidence intervals, from order statistics; the level is lower"
            + " than 95 % if there are fewer than six runs",
        columns,
        comparison.repeats());
  }

  private static Cell of(RepeatedFigure repeated, double value) {
    return Cell.of(value, repeated.figure().unit());
  }

  public static Sheet standings(Comparison comparison) {
    List<Figure<Ranking>> columns =
        List.of(
            Figure.of("figure", standing -> Cell.words(standing.figure())),
            Figure.of(
                "best and runner-up",
                standing -> Cell.words(RankingText.of(standing, comparison))));
    return Sheet.of(
        "Best in each figure",
        comparison.repeats().isEmpty()
            ? "with the runner-up. In brackets the 95 % bootstrap interval of the"
                + " difference, over the seconds of each run. It covers noise within the runs only;"
                + " repeat them to see noise between runs"
            : "with the runner-up. In brackets the interval of the difference"
                + " (Hodges-Lehmann, over runs) and the effect size",
        columns,
        comparison.standings());
  }
}
