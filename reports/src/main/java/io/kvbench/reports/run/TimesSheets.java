package io.kvbench.reports.run;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.OperationResult;
import io.kvbench.results.format.Percentile;
import io.kvbench.results.format.PhaseResult;
import io.kvbench.results.format.TimeResult;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** Counts, rates and percentiles of the operations answered OK, a row for each operation. */
public final class TimesSheets {
  /** Of several operations, what the text has no room for beside their counts and rates. */
  private static final Set<Percentile> LOW = EnumSet.of(Percentile.P10, Percentile.P25);

  /** The times of an operation, and its rate of OK answers in the window. */
  private record Row(String name, TimeResult times, OptionalDouble perSecond) {}

  private TimesSheets() {}

  /** Returns the service times of a phase, behind the response times where those are others. */
  public static List<Sheet> of(PhaseResult phase) {
    boolean several = phase.operations().size() > 1;
    List<Row> service = rows(phase, OperationResult::service);
    if (phase.rates().offeredPerSecond().isEmpty()) {
      return List.of(
          sheet(
              "Service times",
              "of OK operations; in a closed loop response times are the same",
              columns(several, several),
              service));
    }
    service.add(new Row("lag", phase.lag(), OptionalDouble.empty()));
    return List.of(
        sheet(
            "Response times",
            "from the intended start, of OK operations",
            columns(several, several),
            rows(phase, OperationResult::response)),
        sheet(
            "Service times",
            "from sending, of the same operations; lag is how late they were sent",
            columns(several, false),
            service));
  }

  private static Sheet sheet(
      String title, String about, List<Figure<Row>> columns, List<Row> rows) {
    boolean unknown =
        rows.stream()
            .anyMatch(row -> Percentile.ALL.stream().anyMatch(each -> !each.isKnown(row.times)));
    return Sheet.of(title, unknown ? about + "; –: too few" : about, columns, rows);
  }

  private static List<Row> rows(PhaseResult phase, Function<OperationResult, TimeResult> times) {
    List<Row> rows = new ArrayList<>();
    new TreeMap<>(phase.operations())
        .forEach(
            (type, operation) ->
                rows.add(
                    new Row(
                        type.name(),
                        times.apply(operation),
                        type.hasRate()
                            ? OptionalDouble.of(phase.window().okPerSecond(type))
                            : OptionalDouble.empty())));
    return rows;
  }

  /**
   * The columns of a table.
   *
   * @param several whether it has several operations, so that low percentiles are details
   * @param counted whether counts and rates are not
   */
  private static List<Figure<Row>> columns(boolean several, boolean counted) {
    List<Figure<Row>> columns = new ArrayList<>();
    columns.add(Figure.of("operation", row -> Cell.words(row.name)));
    columns.add(column("count", !counted, row -> Cell.of(row.times.count(), Unit.COUNT)));
    columns.add(column("OK/s", !counted, row -> Cell.of(row.perSecond, Unit.MEAN)));
    for (Percentile percentile : Percentile.ALL) {
      columns.add(
          column(
              percentile.title(),
              several && LOW.contains(percentile),
              row -> micros(percentile.isKnown(row.times), percentile.micros(row.times))));
    }
    columns.add(Figure.of("max", row -> micros(row.times.count() > 0, row.times.maxMicros())));
    columns.add(Figure.of("mean", row -> micros(row.times.count() > 0, row.times.meanMicros())));
    return columns;
  }

  private static Figure<Row> column(String name, boolean detail, Function<Row, Cell> cell) {
    return new Figure<>(new Sheet.Column(name, detail), cell);
  }

  private static Cell micros(boolean known, long micros) {
    return known ? Cell.of(micros, Unit.MICROS) : new Cell.Absent();
  }
}
