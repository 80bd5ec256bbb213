package io.kvbench.reports.compare;

import io.kvbench.reports.table.Cell;
import io.kvbench.results.figure.Better;
import io.kvbench.results.figure.Unit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A row of a comparison.
 *
 * @param name as in the older tools' tables, or in words
 * @param rawName the name of the same row with its figures as plain numbers; empty where there is
 *     none
 * @param group what makes it incomparable, together with others
 * @param better which of two figures is the better one
 * @param cells one for each run
 * @param notComparable the numbers of the differences because of which its cells are not to be held
 *     against each other
 */
public record Row(
    String name,
    Optional<String> rawName,
    RowGroup group,
    Better better,
    List<Cell> cells,
    List<Integer> notComparable) {
  /** Returns the unit of its figures; empty where it has none. */
  public Optional<Unit> unit() {
    return unit(cells);
  }

  static Optional<Unit> unit(List<Cell> cells) {
    return cells.stream()
        .flatMap(cell -> cell instanceof Cell.Figure one ? Stream.of(one.unit()) : Stream.of())
        .findFirst();
  }

  /** Returns its figures; NaN where a cell has none. */
  double[] values() {
    return cells.stream().mapToDouble(cell -> cell.figure().orElse(Double.NaN)).toArray();
  }
}
