package io.kvbench.reports.table;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A table without a form.
 *
 * @param title what it is about; empty where the place says so
 * @param about what has to be known to read it; may be empty
 * @param columns the first one names the rows
 * @param rows a cell for each column
 */
public record Sheet(String title, String about, List<Column> columns, List<List<Cell>> rows) {
  public Sheet {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /**
   * A column.
   *
   * @param detail whether a report with little room leaves it out
   */
  public record Column(String name, boolean detail) {}

  /** A column, and the function that computes its cells. */
  public record Figure<T>(Column column, Function<T, Cell> cell) {
    public static <T> Figure<T> of(String name, Function<T, Cell> cell) {
      return new Figure<>(new Column(name, false), cell);
    }

    /** Returns a column for reports with room. */
    public static <T> Figure<T> detail(String name, Function<T, Cell> cell) {
      return new Figure<>(new Column(name, true), cell);
    }
  }

  /** Returns the table of some things, a row for each. */
  public static <T> Sheet of(String title, String about, List<Figure<T>> figures, List<T> things) {
    return new Sheet(
        title,
        about,
        figures.stream().map(Figure::column).toList(),
        things.stream()
            .map(thing -> figures.stream().map(figure -> figure.cell.apply(thing)).toList())
            .toList());
  }

  public Sheet titled(String other) {
    return new Sheet(other, about, columns, rows);
  }

  public List<Cell> column(int index) {
    return rows.stream().map(row -> row.get(index)).toList();
  }

  /** Returns whether a column has words, and no figure. */
  public boolean isWords(int index) {
    return column(index).stream()
            .anyMatch(cell -> cell instanceof Cell.Words || cell instanceof Cell.Link)
        && column(index).stream().noneMatch(Cell.Figure.class::isInstance);
  }

  /** Returns whether the last of several columns has words, which may be long. */
  public boolean endsInWords() {
    return columns.size() > 1 && isWords(columns.size() - 1);
  }

  public Sheet brief() {
    return new Sheet(
        title,
        about,
        columns.stream().filter(column -> !column.detail).toList(),
        rows.stream().map(this::brief).toList());
  }

  private List<Cell> brief(List<Cell> row) {
    return IntStream.range(0, row.size())
        .filter(index -> !columns.get(index).detail)
        .mapToObj(row::get)
        .toList();
  }
}
