package io.kvbench.reports.text;

import io.kvbench.reports.compare.Cell;
import io.kvbench.reports.compare.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Rows with a column for each run, in as many parts as the width needs. */
final class RunTable {
  private static final int GAP = 2;
  private static final int LONGEST_LABEL = 26;

  private final List<String> labels;
  private final List<Row> rows;
  private final Function<Cell, String> form;
  private final Page page;

  /**
   * Makes a table.
   *
   * @param labels of the columns, harmless
   * @param form how a cell is written
   */
  RunTable(List<String> labels, List<Row> rows, Function<Cell, String> form, Page page) {
    this.labels = labels.stream().map(RunTable::cut).toList();
    this.rows = rows;
    this.form = form;
    this.page = page;
  }

  private static String cut(String label) {
    return label.length() <= LONGEST_LABEL ? label : label.substring(0, LONGEST_LABEL - 2) + "..";
  }

  void render() {
    int nameWidth = rows.stream().mapToInt(row -> row.name().length()).max().orElse(0);
    int markWidth =
        rows.stream().mapToInt(row -> Marks.of(row.notComparable()).length()).max().orElse(0);
    int room = page.width() - nameWidth - markWidth - (markWidth > 0 ? GAP : 0);
    for (List<Integer> part : parts(room)) {
      line("", part.stream().map(labels::get).toList(), "", part, nameWidth);
      for (Row row : rows) {
        List<String> cells = part.stream().map(run -> form.apply(row.cells().get(run))).toList();
        line(row.name(), cells, Marks.of(row.notComparable()), part, nameWidth);
      }
    }
  }

  /** The runs that stand beside each other; at least one in each part. */
  private List<List<Integer>> parts(int room) {
    List<List<Integer>> parts = new ArrayList<>();
    List<Integer> part = new ArrayList<>();
    int used = 0;
    for (int run = 0; run < labels.size(); run++) {
      int width = GAP + width(run);
      if (!part.isEmpty() && used + width > room) {
        parts.add(part);
        part = new ArrayList<>();
        used = 0;
      }
      part.add(run);
      used += width;
    }
    parts.add(part);
    return parts;
  }

  private int width(int run) {
    return IntStream.concat(
            IntStream.of(labels.get(run).length()),
            rows.stream().mapToInt(row -> form.apply(row.cells().get(run)).length()))
        .max()
        .orElse(0);
  }

  private void line(
      String name, List<String> cells, String marks, List<Integer> part, int nameWidth) {
    StringBuilder line = new StringBuilder(Columns.left(name, nameWidth));
    for (int index = 0; index < part.size(); index++) {
      line.append(" ".repeat(GAP)).append(Columns.right(cells.get(index), width(part.get(index))));
    }
    page.line(line + (marks.isEmpty() ? "" : " ".repeat(GAP) + marks));
  }
}
