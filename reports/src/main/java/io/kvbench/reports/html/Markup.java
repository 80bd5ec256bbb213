package io.kvbench.reports.html;

import io.kvbench.reports.document.Element.CellForm;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.PlainText;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * A builder of HTML, element by element. Every text and every attribute is escaped: markup comes
 * from the names of elements only, which are in the code.
 */
final class Markup {
  private final StringBuilder html = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /** Opens an element; attributes are names and values by turns. */
  Markup open(String name, String... attributes) {
    tag(name, attributes);
    open.push(name);
    return this;
  }

  /** Closes the element that was opened last. */
  Markup close() {
    html.append("</").append(open.pop()).append(">\n");
    return this;
  }

  /** Adds text, without controls and on one line, with the spaces between it and its neighbours. */
  Markup text(String text) {
    html.append(text.startsWith(" ") ? " " : "")
        .append(escape(PlainText.of(text)))
        .append(text.endsWith(" ") ? " " : "");
    return this;
  }

  Markup lines(String text) {
    text.lines().forEach(line -> html.append(escape(harmless(line))).append('\n'));
    return this;
  }

  Markup element(String name, String text, String... attributes) {
    within(name, text, attributes);
    html.append('\n');
    return this;
  }

  /** The same in the middle of a line. */
  Markup within(String name, String text, String... attributes) {
    tag(name, attributes);
    html.append(escape(PlainText.of(text))).append("</").append(name).append('>');
    return this;
  }

  /** Adds an element that has no end. */
  Markup single(String name, String... attributes) {
    tag(name, attributes);
    html.append('\n');
    return this;
  }

  /** The first column names the rows. */
  private Markup table(
      String caption,
      String classes,
      List<String> header,
      List<List<Cell>> rows,
      Function<Cell, String> form) {
    open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", caption);
    open("table", "class", classes);
    element("caption", caption);
    open("thead").open("tr");
    header.forEach(cell -> element("th", cell, "scope", "col"));
    close().close();
    open("tbody");
    for (List<Cell> row : rows) {
      open("tr");
      cell(row.getFirst(), form, "th", "scope", "row");
      row.stream().skip(1).forEach(cell -> cell(cell, form, "td"));
      close();
    }
    close().close();
    return close();
  }

  private void cell(Cell cell, Function<Cell, String> form, String name, String... attributes) {
    if (cell instanceof Cell.Link(String text, String target)) {
      open(name, attributes).within("a", text, "href", target).close();
    } else {
      element(name, form.apply(cell), attributes);
    }
  }

  /** Adds a table with what it is about as its caption. */
  Markup table(Tabulation table) {
    Sheet sheet = table.sheet();
    return table(
        sheet.title() + (sheet.about().isEmpty() ? "" : ": " + sheet.about()),
        sheet.endsInWords() ? "words" : "figures",
        sheet.columns().stream().map(Sheet.Column::name).toList(),
        sheet.rows(),
        table.form() == CellForm.SUMMARY ? CellText::summary : CellText::plain);
  }

  private void tag(String name, String... attributes) {
    html.append('<').append(name);
    for (int at = 0; at < attributes.length; at += 2) {
      html.append(' ').append(attributes[at]).append("=\"");
      html.append(escape(PlainText.of(attributes[at + 1]))).append('"');
    }
    html.append('>');
  }

  /** Like {@link PlainText}, but with the spaces that lines are laid out by. */
  private static String harmless(String line) {
    StringBuilder kept = new StringBuilder();
    for (String part : line.split("(?<= )|(?= )", -1)) {
      kept.append(part.isBlank() ? part : PlainText.of(part));
    }
    return kept.toString();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  @Override
  public String toString() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("not closed: " + open);
    }
    return html.toString();
  }
}
