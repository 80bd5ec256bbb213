package io.kvbench.reports.html;

import io.kvbench.core.operation.ErrorKind;
import io.kvbench.core.result.PhaseResult.ErrorMessage;
import io.kvbench.core.result.Verdict;
import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.Difference;
import io.kvbench.reports.compare.Labels;
import io.kvbench.reports.compare.Marks;
import io.kvbench.reports.compare.RowNotes;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.Headline;
import io.kvbench.reports.text.Quantities;
import io.kvbench.reports.text.StandingText;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What stands in the page of a comparison, in its order; it can be read without its charts. */
final class ComparisonPage {
  private final Comparison comparison;
  private final List<String> labels;
  private final Figures figures;
  private final Markup page = new Markup();

  ComparisonPage(Comparison comparison, Figures figures) {
    this.comparison = comparison;
    this.labels = comparison.runs().stream().map(ComparedRun::label).toList();
    this.figures = figures;
  }

  Markup markup() {
    new PageOutline(this::header, this::tables, this::repeat)
        .render(
            page, figures, comparison.runs().getFirst().result().environment().kvbenchVersion());
    return page;
  }

  private void header() {
    page.element("h1", "Comparison: " + String.join(", ", labels));
    verdicts();
    differences();
    standings();
  }

  private void repeat() {
    for (int index = 0; index < labels.size(); index++) {
      ComparedRun run = comparison.runs().get(index);
      page.open("details").element("summary", labels.get(index));
      new PlanSection(run.plan(), run.result()).render(page, "h3");
      page.close();
    }
  }

  private void verdicts() {
    List<String> directories =
        Labels.directories(comparison.runs().stream().map(ComparedRun::directory).toList());
    page.open("ul", "class", "verdicts");
    for (int index = 0; index < labels.size(); index++) {
      ComparedRun run = comparison.runs().get(index);
      Headline headline = Headline.of(run.result());
      page.open("li", "class", "verdict " + Parts.verdictClass(run.result()));
      page.within("strong", labels.get(index) + " is " + headline.word());
      page.text(": " + run.result().workload() + ", " + headline.sentence() + checks(run));
      page.element("small", directories.get(index)).close();
    }
    page.close();
  }

  private static String checks(ComparedRun run) {
    String checks =
        run.result().verdict().reasons().stream()
            .map(Verdict.Reason::check)
            .distinct()
            .collect(Collectors.joining(", "));
    return checks.isEmpty() ? "" : " (" + checks + ")";
  }

  private void differences() {
    page.element("h2", "What differs, and explains figures");
    if (comparison.differences().isEmpty()) {
      page.element("p", "Nothing but what was measured.");
      return;
    }
    page.element("p", "What is not to be held against each other because of one has its number.");
    List<String> header = new ArrayList<>(List.of("no.", "what"));
    header.addAll(labels);
    boolean reasons = comparison.differences().stream().anyMatch(each -> !each.why().isBlank());
    if (reasons) {
      header.add("why it matters");
    }
    page.table(
        "Differences",
        "words",
        header,
        comparison.differences().stream().map(each -> difference(each, reasons)).toList());
  }

  private static List<String> difference(Difference difference, boolean reasons) {
    List<String> row = new ArrayList<>();
    row.add(difference.number() == 0 ? "–" : Marks.of(List.of(difference.number())));
    row.add(difference.subject());
    difference.values().forEach(value -> row.add(CellText.plain(value)));
    if (reasons) {
      row.add(difference.why());
    }
    return row;
  }

  private void standings() {
    if (comparison.standings().isEmpty()) {
      return;
    }
    page.element("h2", "Best in each figure");
    page.element(
        "p",
        "In brackets where 95 of 100 differences lie if the seconds of each run are drawn anew:"
            + " the noise within the runs, and not from run to run.");
    page.table(
        "Best in each figure",
        "words",
        List.of("figure", "best, and the next"),
        comparison.standings().stream()
            .map(standing -> List.of(standing.figure(), StandingText.of(standing, comparison)))
            .toList());
  }

  private void tables() {
    page.table(comparison.sheet("Summary", "", comparison.summary()), CellText::summary);
    Parts.list(
        page,
        RowNotes.summary(comparison.runs()).stream()
            .map(note -> note.rows() + ": " + note.text())
            .toList());
    errors();
    page.table(
        comparison.sheet("Operations", Comparison.COMPOSITES, comparison.operations()),
        CellText::plain);
    page.table(comparison.sheet("Client time", "as shares", comparison.account()), CellText::plain);
    page.table(
        comparison.sheet(
            "Costs",
            "per operation answered OK, and per byte of keys and values",
            comparison.costs()),
        CellText::plain);
  }

  private void errors() {
    List<List<String>> rows = new ArrayList<>();
    for (int index = 0; index < labels.size(); index++) {
      ComparedRun run = comparison.runs().get(index);
      if (run.errors().isEmpty()) {
        rows.add(List.of(labels.get(index), "none", "", "0"));
      }
      for (ErrorKind kind : run.errors().keySet()) {
        rows.add(
            List.of(labels.get(index), kind.name(), "", Quantities.count(run.errors().get(kind))));
        for (ErrorMessage message : run.errorMessages(kind)) {
          rows.add(
              List.of(
                  labels.get(index),
                  kind.name(),
                  message.message(),
                  Quantities.count(message.count())));
        }
      }
    }
    page.table("Errors", "words", List.of("run", "kind", "message", "count"), rows);
  }
}
