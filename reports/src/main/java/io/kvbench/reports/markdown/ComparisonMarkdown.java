package io.kvbench.reports.markdown;

import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.RowNotes;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.ComparisonSheets;
import io.kvbench.reports.text.PlainText;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A comparison in Markdown with GitHub's tables, in the order of the text. */
public final class ComparisonMarkdown {
  private static final String SIGNS = "\\`*_{}[]()<>#+!|~&";

  private final Comparison comparison;
  private final StringBuilder markdown = new StringBuilder();

  private ComparisonMarkdown(Comparison comparison) {
    this.comparison = comparison;
  }

  /** Returns the document, each line ended by {@code \n}. */
  public static String of(Comparison comparison) {
    return new ComparisonMarkdown(comparison).render();
  }

  private String render() {
    section(ComparisonSheets.runs(comparison), CellText::plain, "");
    section(
        ComparisonSheets.differences(comparison),
        CellText::plain,
        "None apart from the measurements.");
    section(ComparisonSheets.summary(comparison), CellText::summary, "");
    line("");
    RowNotes.summary(comparison.runs())
        .forEach(note -> line("- " + escaped(note.rows()) + ": " + escaped(note.text())));
    section(ComparisonSheets.errors(comparison), CellText::plain, "");
    section(ComparisonSheets.operations(comparison), CellText::plain, "");
    section(ComparisonSheets.coordination(comparison), CellText::plain, "");
    section(ComparisonSheets.account(comparison), CellText::plain, "");
    section(
        ComparisonSheets.costs(comparison),
        CellText::plain,
        "No data: the hosts were not sampled.");
    section(ComparisonSheets.repeats(comparison), CellText::plain, "");
    section(ComparisonSheets.standings(comparison), CellText::plain, "");
    return markdown.toString();
  }

  /** Adds a table, or what there is to say without any rows. */
  private void section(Sheet sheet, Function<Cell, String> form, String without) {
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
    return cells.stream()
        .map(ComparisonMarkdown::escaped)
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  private void line(String line) {
    markdown.append(line.stripTrailing()).append('\n');
  }

  /** Returns the text on one line, with a backslash before whatever Markdown would act upon. */
  private static String escaped(String text) {
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
}
