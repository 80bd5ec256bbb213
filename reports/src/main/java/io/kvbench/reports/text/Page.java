package io.kvbench.reports.text;

import io.kvbench.reports.document.Chart;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The lines of a text as they come, wrapped to the width of its style. For one thread. */
public final class Page {
  /** The column of the text beside a label. */
  private static final int LABEL_WIDTH = 14;

  private static final String GAP = "   ";

  private final TextStyle style;
  private final StringBuilder text = new StringBuilder();

  public Page(TextStyle style) {
    this.style = style;
  }

  TextStyle style() {
    return style;
  }

  int width() {
    return style.width();
  }

  public void line(String line) {
    text.append(line.stripTrailing()).append('\n');
  }

  /** Writes an empty line, unless there is one or nothing else yet. */
  public void blank() {
    if (!text.isEmpty() && text.lastIndexOf("\n\n") != text.length() - 2) {
      text.append('\n');
    }
  }

  public void title(String title, String about) {
    if (about.isEmpty()) {
      PlainText.wrap(title, width()).forEach(line -> line(TextColour.TITLE.on(line, style)));
      return;
    }
    if (title.length() > width() / 2 && title.length() + 2 + about.length() > width()) {
      PlainText.wrap(title, width()).forEach(line -> line(TextColour.TITLE.on(line, style)));
      indented(2, about);
      return;
    }
    hanging(TextColour.TITLE.on(title, style) + "  ", title.length() + 2, about);
  }

  /** Writes a label and the text beside it, which may need several lines. */
  public void field(String label, String value) {
    field(label, value, null);
  }

  /** The same, with the text in colour. */
  void field(String label, String value, @Nullable TextColour ink) {
    String first = label;
    for (String line : PlainText.wrap(value, width() - LABEL_WIDTH)) {
      String lead = left(first, LABEL_WIDTH);
      line(lead + (ink == null ? line : ink.on(line, style)));
      first = "";
    }
  }

  /** Writes a label and text that has to stay on one line, such as a path to be copied. */
  void unbroken(String label, String value) {
    line(left(label, LABEL_WIDTH) + value);
  }

  /** Writes as many texts on each line as there is room for. */
  void beside(int indent, List<String> texts) {
    StringBuilder line = new StringBuilder();
    for (String each : texts) {
      if (!line.isEmpty() && indent + line.length() + GAP.length() + each.length() > width()) {
        indented(indent, line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : GAP).append(each);
    }
    indented(indent, line.toString());
  }

  /** Writes a table under its title, behind an empty line; nothing if it has no rows. */
  public void table(Sheet sheet) {
    table(sheet, CellText::plain, null);
  }

  /**
   * The same with cells of another form.
   *
   * @param names the colour of the names of rows
   */
  void table(Sheet sheet, Function<Cell, String> form, @Nullable TextColour names) {
    if (sheet.rows().isEmpty()) {
      return;
    }
    blank();
    if (!sheet.title().isEmpty()) {
      title(PlainText.of(sheet.title()), PlainText.of(sheet.about()));
    }
    new TextTable(sheet, form, this).render(names);
  }

  /** Draws a chart that a text can show, behind an empty line. */
  public void chart(Chart chart) {
    new TextChart(this).draw(chart);
  }

  public void item(String value) {
    hanging("  - ", 4, value);
  }

  /**
   * Writes text behind a lead, and its next lines below its beginning.
   *
   * @param leadWidth the columns of the lead, which may be coloured
   */
  void hanging(String lead, int leadWidth, String value) {
    List<String> lines = PlainText.wrap(value, width() - leadWidth);
    line(lead + lines.getFirst());
    lines.stream().skip(1).forEach(more -> line(" ".repeat(leadWidth) + more));
  }

  /** Writes text that begins further right, and stays there on its next lines. */
  void indented(int indent, String value) {
    PlainText.wrap(value, width() - indent).forEach(line -> line(" ".repeat(indent) + line));
  }

  /** Returns everything written, each line ended by {@code \n}; in ASCII if the style says so. */
  @Override
  public String toString() {
    return style.unicode() ? text.toString() : PlainText.ascii(text.toString());
  }

  /** Returns a cell as wide as its column; a wider one stays as it is. */
  static String left(String cell, int width) {
    return cell + " ".repeat(Math.max(0, width - cell.length()));
  }

  static String right(String cell, int width) {
    return " ".repeat(Math.max(0, width - cell.length())) + cell;
  }
}
