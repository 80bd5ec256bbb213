package io.kvbench.reports.markdown;

import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.PlainText;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A document with GitHub's tables, as it grows. For one thread. */
final class MarkdownPage {
  private static final String SIGNS = "\\`*_{}[]()<>#+!|~&";

  private final StringBuilder markdown = new StringBuilder();

  /** Adds a table; nothing if it has no rows. */
  void section(Sheet sheet) {
    section(sheet, CellText::plain, "");
  }

  /** Adds a table, or what there is to say without any rows. */
  void section(Sheet sheet, Function<Cell, String> form, String without) {
    boolean empty = sheet.rows().isEmpty();
    if (empty && without.isEmpty()) {
      return;
    }
    line((markdown.isEmpty() ? "## " : "\n## ") + sheet.title());
    line("");
    if (empty) {
      line(without);
      return;
    }
    if (!sheet.about().isEmpty()) {
      line(
          sheet.about().substring(0, 1).toUpperCase(Locale.ROOT)
              + sheet.about().substring(1)
              + ".");
      line("");
    }
    line(joined(sheet.columns().stream().map(Sheet.Column::name).toList()));
    line("|" + " --- |".repeat(sheet.columns().size()));
    sheet.rows().forEach(row -> line(joined(row.stream().map(form).toList())));
  }

  private static String joined(List<String> cells) {
    return cells.stream().map(MarkdownPage::escaped).collect(Collectors.joining(" | ", "| ", " |"));
  }

  /** Adds a heading. */
  void heading(String heading) {
    line((markdown.isEmpty() ? "## " : "\n## ") + escaped(heading));
    line("");
  }

  /** Adds a point of a list. */
  void item(String text) {
    line("- " + escaped(text));
  }

  /** Adds a line as it is. */
  void line(String line) {
    markdown.append(line.stripTrailing()).append('\n');
  }

  /** Returns the text on one line, with a backslash before whatever Markdown would act upon. */
  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    PlainText.of(text)
        .codePoints()
        .forEach(
            sign -> {
              if (sign < 0x80 && SIGNS.indexOf(sign) >= 0) {
                escaped.append('\\');
              }
              escaped.appendCodePoint(sign);
            });
    return escaped.toString();
  }

  @Override
  public String toString() {
    return markdown.toString();
  }
}
