package io.kvbench.reports.markdown;

import io.kvbench.core.result.Verdict;
import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.Difference;
import io.kvbench.reports.compare.Labels;
import io.kvbench.reports.compare.Marks;
import io.kvbench.reports.compare.Row;
import io.kvbench.reports.compare.RowNotes;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.Quantities;
import io.kvbench.reports.text.StandingText;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** A comparison in Markdown with GitHub's tables, in the order of the text. */
public final class ComparisonMarkdown {
  private final Comparison comparison;
  private final List<String> labels;
  private final StringBuilder markdown = new StringBuilder();

  private ComparisonMarkdown(Comparison comparison) {
    this.comparison = comparison;
    this.labels = comparison.runs().stream().map(ComparedRun::label).map(MarkdownText::of).toList();
  }

  /** Returns the document, each line ended by {@code \n}. */
  public static String of(Comparison comparison) {
    return new ComparisonMarkdown(comparison).render();
  }

  private String render() {
    heading("Runs");
    table(List.of("run", "workload", "verdict", "checks that did not pass", "directory"), runs());
    heading("Differences");
    differences();
    heading("Summary");
    rows(comparison.summary(), CellText::summary);
    errors();
    line("");
    RowNotes.summary(comparison.runs())
        .forEach(
            note ->
                line("- " + MarkdownText.of(note.rows()) + ": " + MarkdownText.of(note.text())));
    if (!comparison.operations().isEmpty()) {
      heading("Operations");
      line("Each type by itself; " + Comparison.COMPOSITES + ".");
      line("");
      rows(comparison.operations(), CellText::plain);
    }
    heading("Client time");
    rows(comparison.account(), CellText::plain);
    heading("Costs");
    if (comparison.costs().isEmpty()) {
      line("Nothing is known of them: nobody looked at the hosts.");
    } else {
      rows(comparison.costs(), CellText::plain);
    }
    standings();
    return markdown.toString();
  }

  private List<List<String>> runs() {
    List<String> directories =
        Labels.directories(comparison.runs().stream().map(ComparedRun::directory).toList());
    List<List<String>> rows = new ArrayList<>();
    for (int index = 0; index < labels.size(); index++) {
      ComparedRun run = comparison.runs().get(index);
      Verdict verdict = run.result().verdict();
      rows.add(
          List.of(
              labels.get(index),
              MarkdownText.of(run.result().workload()),
              verdict.validity().name(),
              verdict.reasons().stream()
                  .map(Verdict.Reason::check)
                  .distinct()
                  .map(MarkdownText::of)
                  .collect(Collectors.joining(", ")),
              MarkdownText.of(directories.get(index))));
    }
    return rows;
  }

  private void differences() {
    if (comparison.differences().isEmpty()) {
      line("None but in what was measured.");
      return;
    }
    line("Rows that one makes incomparable have its number beside them.");
    line("");
    List<String> header = new ArrayList<>(List.of("", "difference"));
    header.addAll(labels);
    header.add("what follows");
    table(header, comparison.differences().stream().map(ComparisonMarkdown::cells).toList());
  }

  private static List<String> cells(Difference difference) {
    List<String> cells = new ArrayList<>();
    cells.add(difference.number() == 0 ? "" : marks(List.of(difference.number())));
    cells.add(MarkdownText.of(difference.subject()));
    difference.values().forEach(value -> cells.add(MarkdownText.of(CellText.plain(value))));
    cells.add(MarkdownText.of(difference.why()));
    return cells;
  }

  private void rows(List<Row> rows, Function<Cell, String> form) {
    Sheet sheet = comparison.sheet("", "", rows);
    table(
        sheet.columns().stream().map(column -> MarkdownText.of(column.name())).toList(),
        sheet.rows().stream()
            .map(row -> row.stream().map(form).map(MarkdownText::of).toList())
            .toList());
  }

  private void errors() {
    line("");
    for (int index = 0; index < labels.size(); index++) {
      ComparedRun run = comparison.runs().get(index);
      line("- Errors of " + labels.get(index) + ": " + (run.errors().isEmpty() ? "none" : ""));
      run.errors()
          .forEach(
              (kind, count) -> {
                line("  - " + MarkdownText.of(kind.name()) + " " + Quantities.count(count));
                run.errorMessages(kind)
                    .forEach(
                        message ->
                            line(
                                "    - \""
                                    + MarkdownText.of(message.message())
                                    + "\" (count "
                                    + Quantities.count(message.count())
                                    + ")"));
              });
    }
  }

  private void standings() {
    if (comparison.standings().isEmpty()) {
      return;
    }
    heading("Best");
    table(
        List.of("figure", "best, and next best"),
        comparison.standings().stream()
            .map(
                standing ->
                    List.of(
                        standing.figure(), MarkdownText.of(StandingText.of(standing, comparison))))
            .toList());
  }

  private static String marks(List<Integer> numbers) {
    return MarkdownText.of(Marks.of(numbers));
  }

  private void heading(String heading) {
    line(markdown.isEmpty() ? "## " + heading : "\n## " + heading);
    line("");
  }

  private void table(List<String> header, List<List<String>> rows) {
    line(joined(header));
    List<String> alignment = new ArrayList<>(Collections.nCopies(header.size(), "---"));
    line(joined(alignment));
    rows.forEach(row -> line(joined(row)));
  }

  private static String joined(List<String> cells) {
    return "| " + String.join(" | ", cells) + " |";
  }

  private void line(String line) {
    markdown.append(line.stripTrailing()).append('\n');
  }
}
