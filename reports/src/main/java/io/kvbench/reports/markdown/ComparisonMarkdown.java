package io.kvbench.reports.markdown;

import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.RowNotes;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.ComparisonSheets;

/** A comparison in Markdown with GitHub's tables, in the order of the text. */
public final class ComparisonMarkdown {
  private ComparisonMarkdown() {}

  /** Returns the document, each line ended by {@code \n}. */
  public static String of(Comparison comparison) {
    MarkdownPage page = new MarkdownPage();
    page.section(ComparisonSheets.runs(comparison));
    page.section(
        ComparisonSheets.differences(comparison),
        CellText::plain,
        "None apart from the measurements.");
    page.section(ComparisonSheets.summary(comparison), CellText::summary, "");
    page.line("");
    RowNotes.summary(comparison.runs())
        .forEach(note -> page.item(note.rows() + ": " + note.text()));
    page.section(ComparisonSheets.errors(comparison));
    page.section(ComparisonSheets.operations(comparison));
    page.section(ComparisonSheets.coordination(comparison));
    page.section(ComparisonSheets.account(comparison));
    page.section(
        ComparisonSheets.costs(comparison),
        CellText::plain,
        "No data: the hosts were not sampled.");
    page.section(ComparisonSheets.steady(comparison));
    page.section(ComparisonSheets.repeats(comparison));
    page.section(ComparisonSheets.standings(comparison));
    return page.toString();
  }
}
