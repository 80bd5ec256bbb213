package io.kvbench.reports.text;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.results.figure.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A table in text, in as many parts as the width needs, each with the names of its rows. Words in
 * the last column stand behind the row, or below it where there is no room.
 */
final class TextTable {
  private static final int LONGEST = 26;
  private static final int INDENT = 4;

  /** Words in less of a line would have too many lines. */
  private static final int LEAST_ROOM = 60;

  private final Function<Cell, String> form;
  private final Page page;
  private final List<List<String>> columns;
  private final List<String> remarks = new ArrayList<>();

  TextTable(Sheet sheet, Function<Cell, String> form, Page page) {
    this.form = form;
    this.page = page;
    Sheet shown = sheet.brief();
    int count = shown.columns().size() - (shown.endsInWords() ? 1 : 0);
    columns = IntStream.range(0, count).mapToObj(index -> column(shown, index)).toList();
    remarks.add("");
    for (List<Cell> row : shown.rows()) {
      boolean remarked = shown.endsInWords() && row.getLast() instanceof Cell.Words;
      remarks.add(remarked ? text(row.getLast()) : "");
    }
  }

  private List<String> column(Sheet sheet, int index) {
    int most = index == 0 ? page.width() / 2 : LONGEST;
    List<String> cells = new ArrayList<>();
    cells.add(cut(PlainText.of(sheet.columns().get(index).name()), most));
    sheet.column(index).forEach(cell -> cells.add(cut(text(cell), most)));
    int width = cells.stream().mapToInt(String::length).max().orElse(0);
    boolean left = sheet.isWords(index);
    return cells.stream()
        .map(cell -> left ? Page.left(cell, width) : Page.right(cell, width))
        .toList();
  }

  /** Times have no space before their unit: there are many of them on a line. */
  private String text(Cell cell) {
    String text = form.apply(cell);
    return cell instanceof Cell.Figure figure && figure.unit() == Unit.MICROS
        ? text.replace(" ", "")
        : text;
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most - 2) + "..";
  }

  /** Writes the table, with the names of its rows in a colour. */
  void render(@Nullable TextColour names) {
    int figures = columns.size() - 1;
    if (figures == 0) {
      part(List.of(), 2, names);
      return;
    }
    for (int parts = 1; ; parts++) {
      int each = Math.max(1, Math.ceilDiv(figures, parts));
      for (int gap = 2; gap >= 1; gap--) {
        if (each == 1 || fits(each, gap)) {
          for (int from = 1; from <= figures; from += each) {
            part(columns.subList(from, Math.min(columns.size(), from + each)), gap, names);
          }
          return;
        }
      }
    }
  }

  private boolean fits(int each, int gap) {
    int marks = remarks.stream().mapToInt(String::length).max().orElse(0);
    int room = page.width() - (marks == 0 || marks > LONGEST / 2 ? 0 : marks + 2);
    return IntStream.iterate(1, from -> from < columns.size(), from -> from + each)
        .map(
            from ->
                columns.subList(from, Math.min(columns.size(), from + each)).stream()
                    .mapToInt(column -> column.getFirst().length() + gap)
                    .sum())
        .allMatch(width -> columns.getFirst().getFirst().length() + width <= room);
  }

  private void part(List<List<String>> part, int gap, @Nullable TextColour names) {
    for (int row = part.isEmpty() ? 1 : 0; row < remarks.size(); row++) {
      String name = columns.getFirst().get(row);
      StringBuilder cells = new StringBuilder();
      for (List<String> column : part) {
        cells.append(" ".repeat(gap)).append(column.get(row));
      }
      int width = name.length() + cells.length() + 2;
      String line = (names == null || row == 0 ? name : names.on(name, page.style())) + cells;
      remark(line, width, remarks.get(row));
    }
  }

  private void remark(String line, int width, String remark) {
    if (remark.isEmpty()) {
      page.line(line);
      return;
    }
    if (width + remark.length() > page.width() && page.width() - width < LEAST_ROOM) {
      page.line(line);
      page.indented(INDENT, remark);
      return;
    }
    page.hanging(line + "  ", width, remark);
  }
}
