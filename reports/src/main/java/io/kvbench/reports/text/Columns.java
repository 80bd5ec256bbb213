package io.kvbench.reports.text;

/** A layout that pads cells to the width of their column; a wider cell keeps its width. */
final class Columns {
  private Columns() {}

  static String left(String cell, int width) {
    return cell + " ".repeat(Math.max(0, width - cell.length()));
  }

  static String right(String cell, int width) {
    return " ".repeat(Math.max(0, width - cell.length())) + cell;
  }
}
