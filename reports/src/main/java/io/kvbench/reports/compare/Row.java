package io.kvbench.reports.compare;

import io.kvbench.reports.table.Cell;
import io.kvbench.results.figure.Better;
import io.kvbench.results.figure.Unit;
import java.util.List;
import java.util.Optional;

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
  public Row {
    cells = List.copyOf(cells);
    notComparable = List.copyOf(notComparable);
  }

  /** Returns the unit of its figures; empty where it has none. */
  public Optional<Unit> unit() {
    return cells.stream()
        .filter(Cell.Figure.class::isInstance)
        .map(Cell.Figure.class::cast)
        .map(Cell.Figure::unit)
        .findFirst();
  }
}
