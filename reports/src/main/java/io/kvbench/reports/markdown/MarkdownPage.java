package io.kvbench.reports.markdown;

import io.kvbench.reports.document.Element.CellForm;
import io.kvbench.reports.document.Element.Tabulation;
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

  void table(Tabulation table) {
    Sheet sheet = table.sheet();
    Function<Cell, String> form =
        table.form() == CellForm.SUMMARY ? CellText::summary : CellText::plain;
    if (!sheet.title().isEmpty()) {
      heading(sheet.title());
    }
    if (!sheet.about().isEmpty()) {
      line(
          escaped(
              sheet.about().substring(0, 1).toUpperCase(Locale.ROOT)
                  + sheet.about().substring(1)
                  + "."));
      line("");
    }
    line(joined(sheet.columns().stream().map(Sheet.Column::name).toList()));
    line("|" + " --- |".repeat(sheet.columns().size()));
    sheet.rows().forEach(row -> line(joined(row.stream().map(form).toList())));
    line("");
  }

  void prose(String text) {
    line(escaped(text));
    line("");
  }

  /** Adds lines as they are; a fence in them cannot end the block. */
  void listing(String text) {
    text.lines().forEach(line -> line("    " + PlainText.of(line)));
    line("");
  }

  private static String joined(List<String> cells) {
    return cells.stream().map(MarkdownPage::escaped).collect(Collectors.joining(" | ", "| ", " |"));
  }

  void heading(String heading) {
    boolean isApart = markdown.isEmpty() || markdown.lastIndexOf("\n\n") == markdown.length() - 2;
    line((isApart ? "## " : "\n## ") + escaped(heading));
    line("");
  }

  void item(String text) {
    line("- " + escaped(text));
  }

  /** Adds a line as it is. */
  void line(String line) {
    markdown.append(line.stripTrailing()).append('\n');
  }

  /** Returns the text on one line, with all Markdown syntax escaped by backslashes. */
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
