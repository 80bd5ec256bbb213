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
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A builder of HTML, element by element. Every text and every attribute is escaped: markup comes
 * from the names of elements only, which are in the code.
 */
final class Markup {
  /** The space between a number and its unit, where a line must not end. */
  private static final Pattern QUANTITY =
      Pattern.compile("(?<=\\d) (?=([mnµ]?s|min|h|%|×|[kMGT]?i?B)(?![\\p{L}\\d]))");

  /** A time, which is one word; browsers break it at its hyphens. */
  private static final Pattern INSTANT = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z");

  private static final Pattern HEADING = Pattern.compile("h[1-3]|summary");

  private final StringBuilder html = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();
  private String heading = "";

  /** Opens an element; attributes are names and values by turns, without empty values. */
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
        .append(words(text))
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
    heading = HEADING.matcher(name).matches() ? text : heading;
    tag(name, attributes);
    html.append(words(text)).append("</").append(name).append('>');
    return this;
  }

  /** Adds an element that has no end. */
  Markup single(String name, String... attributes) {
    tag(name, attributes);
    html.append('\n');
    return this;
  }

  /**
   * Adds a table under its title, with what has to be known to read it; rows have headings. A title
   * alone is left out where the heading above says the same.
   */
  Markup table(Tabulation table) {
    Sheet sheet = table.sheet();
    Function<Cell, String> form =
        table.form() == CellForm.SUMMARY ? CellText::summary : CellText::plain;
    open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", sheet.title());
    open("table", "class", sheet.endsInWords() ? "words" : "");
    if (!sheet.about().isEmpty()) {
      open("caption").text(sheet.title() + " ").within("small", sheet.about()).close();
    } else if (!sheet.title().equals(heading)) {
      element("caption", sheet.title());
    }
    open("thead").open("tr");
    List<Boolean> figures =
        IntStream.range(0, sheet.columns().size())
            .mapToObj(index -> index > 0 && !sheet.isWords(index))
            .toList();
    for (int index = 0; index < figures.size(); index++) {
      String name = sheet.columns().get(index).name();
      cell(new Cell.Words(name), form, figures.get(index), "col");
    }
    close().close().open("tbody");
    for (List<Cell> row : sheet.rows()) {
      open("tr");
      for (int index = 0; index < figures.size(); index++) {
        cell(row.get(index), form, figures.get(index), index == 0 ? "row" : "");
      }
      close();
    }
    return close().close().close();
  }

  private void cell(Cell cell, Function<Cell, String> form, boolean isFigure, String scope) {
    String name = scope.isEmpty() ? "td" : "th";
    String text = cell instanceof Cell.Link link ? link.text() : form.apply(cell);
    String style = isFigure ? "n" : INSTANT.matcher(text).matches() ? "instant" : "";
    String[] attributes = {"scope", scope, "class", style};
    if (cell instanceof Cell.Link link) {
      open(name, attributes).within("a", text, "href", link.target()).close();
    } else if (isFigure) {
      // Style keeps it on a line, and what is copied to a spreadsheet has ordinary spaces.
      tag(name, attributes);
      html.append(escape(PlainText.of(text))).append("</").append(name).append(">\n");
    } else {
      element(name, text, attributes);
    }
  }

  private void tag(String name, String... attributes) {
    html.append('<').append(name);
    for (int at = 0; at < attributes.length; at += 2) {
      if (!attributes[at + 1].isEmpty()) {
        html.append(' ').append(attributes[at]).append("=\"");
        html.append(escape(PlainText.of(attributes[at + 1]))).append('"');
      }
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

  private static String words(String text) {
    return escape(QUANTITY.matcher(PlainText.of(text)).replaceAll("\u00a0"));
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
