package io.kvbench.reports.text;

import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.Difference;
import io.kvbench.reports.compare.Marks;
import io.kvbench.reports.compare.RowNotes;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A comparison for a terminal. What makes the runs incomparable comes first, then the older tools'
 * table with the errors of every run and what its rows are, then what that table could not say.
 */
public final class ComparisonText {
  private final Comparison comparison;
  private final List<String> labels;
  private final Page page;

  private ComparisonText(Comparison comparison, TextStyle style) {
    this.comparison = comparison;
    this.labels = comparison.runs().stream().map(ComparedRun::label).map(PlainText::of).toList();
    this.page = new Page(style);
  }

  /** Returns the comparison, each line ended by {@code \n}. */
  public static String of(Comparison comparison, TextStyle style) {
    return new ComparisonText(comparison, style).render();
  }

  private String render() {
    runs();
    differences();
    page.table(ComparisonSheets.summary(comparison).titled(""), CellText::summary);
    page.table(ComparisonSheets.errors(comparison));
    notes();
    page.table(ComparisonSheets.operations(comparison));
    page.table(ComparisonSheets.coordination(comparison));
    page.table(ComparisonSheets.account(comparison));
    costs();
    page.table(ComparisonSheets.steady(comparison));
    page.table(ComparisonSheets.repeats(comparison));
    page.table(ComparisonSheets.standings(comparison));
    return page.toString();
  }

  private void runs() {
    page.title("Runs", "with verdicts and failed checks");
    for (int index = 0; index < labels.size(); index++) {
      ComparedRun run = comparison.runs().get(index);
      page.indented(
          2,
          labels.get(index)
              + ": "
              + PlainText.of(run.result().origin().workload())
              + ", "
              + PlainText.of(run.verdict()));
      page.line("    " + PlainText.of(run.directory().toString()));
    }
  }

  private void differences() {
    page.blank();
    if (comparison.differences().isEmpty()) {
      page.title("Differences", "none apart from the measurements");
      return;
    }
    page.title(
        "Differences",
        "that affect the figures; numbered differences mark rows that are not comparable");
    for (Difference difference : comparison.differences()) {
      String mark = difference.number() == 0 ? " - " : Marks.of(List.of(difference.number()));
      page.hanging(Columns.right(mark, 4) + " ", 5, sentence(difference));
    }
  }

  private String sentence(Difference difference) {
    String values =
        comparison.groups().stream()
            .map(
                group ->
                    CellText.plain(group.cell(difference.values()))
                        + " ("
                        + PlainText.of(group.title())
                        + ")")
            .collect(Collectors.joining(", "));
    return PlainText.of(difference.subject())
        + ": "
        + values
        + (difference.why().isEmpty() ? "" : ". " + difference.why());
  }

  private void notes() {
    page.blank();
    page.title("Notes", "on the rows above");
    RowNotes.summary(comparison.runs())
        .forEach(note -> page.item(note.rows() + ": " + PlainText.of(note.text())));
  }

  private void costs() {
    if (comparison.costs().isEmpty()) {
      page.blank();
      page.title("Costs", "no data: the hosts were not sampled");
    }
    page.table(ComparisonSheets.costs(comparison));
  }
}
