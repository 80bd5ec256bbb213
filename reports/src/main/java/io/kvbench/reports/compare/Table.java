package io.kvbench.reports.compare;

import io.kvbench.reports.table.Cell;
import io.kvbench.results.figure.Better;
import io.kvbench.results.figure.Measurement;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A builder of comparison rows that marks those whose cells cannot be compared. Figures that are
 * NaN are unknown.
 */
final class Table {
  private final List<ComparedRun> runs;
  private final List<Difference> differences;
  private final List<Row> rows = new ArrayList<>();

  Table(List<ComparedRun> runs, List<Difference> differences) {
    this.runs = runs;
    this.differences = differences;
  }

  List<Row> rows() {
    return List.copyOf(rows);
  }

  /** Returns the rows of which at least one run has something. */
  List<Row> knownRows() {
    return rows.stream().filter(row -> !isUnknown(row.cells())).toList();
  }

  void figure(String name, RowGroup group, Unit unit, ToDoubleFunction<ComparedRun> figure) {
    cells(name, group, cell(unit, figure));
  }

  /** Adds a row of a figure of the catalogue. */
  void metric(String name, Metric metric, Function<ComparedRun, Measurement> measured) {
    cells(name, RowGroup.of(metric), run -> Cell.of(metric, measured.apply(run)));
  }

  void count(String name, RowGroup group, ToDoubleFunction<ComparedRun> figure) {
    figure(name, group, Unit.COUNT, figure);
  }

  /** Adds a row of bytes, which has a second name for the bytes as plain numbers. */
  void bytes(String name, RowGroup group, ToDoubleFunction<ComparedRun> figure) {
    String raw = name.replaceFirst("(-SUM)?$", "-BYTES$1-RAW");
    add(name, Optional.of(raw), group, Better.UNSAID, cell(Unit.BYTES, figure));
  }

  void cells(String name, RowGroup group, Function<ComparedRun, Cell> cell) {
    judged(name, group, Better.UNSAID, cell);
  }

  /** Adds a row and whether more of it is good. */
  void judged(String name, RowGroup group, Better better, Function<ComparedRun, Cell> cell) {
    add(name, Optional.empty(), group, better, cell);
  }

  private static Function<ComparedRun, Cell> cell(Unit unit, ToDoubleFunction<ComparedRun> figure) {
    return run -> Cell.of(OptionalDouble.of(figure.applyAsDouble(run)), unit);
  }

  private void add(
      String name,
      Optional<String> rawName,
      RowGroup group,
      Better better,
      Function<ComparedRun, Cell> cell) {
    List<Cell> cells = runs.stream().map(cell).toList();
    List<Integer> marks =
        isUnknown(cells) || runs.size() < 2 ? List.of() : Difference.marks(differences, group);
    rows.add(new Row(name, rawName, group, better, cells, marks));
  }

  private static boolean isUnknown(List<Cell> cells) {
    return cells.stream().allMatch(Cell.Absent.class::isInstance);
  }
}
