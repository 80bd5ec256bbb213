package io.kvbench.reports.html;

import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.Labels;
import io.kvbench.reports.compare.RowNotes;
import io.kvbench.reports.text.CellText;
import io.kvbench.reports.text.ComparisonSheets;
import io.kvbench.reports.text.Headline;
import java.util.List;

/** What stands in the page of a comparison, in its order; it can be read without its charts. */
final class ComparisonPage {
  private final Comparison comparison;
  private final List<String> labels;
  private final Figures figures;
  private final StyledSystems systems;
  private final Markup page = new Markup();

  ComparisonPage(Comparison comparison, Figures figures, StyledSystems systems) {
    this.comparison = comparison;
    this.labels = comparison.runs().stream().map(ComparedRun::label).toList();
    this.figures = figures;
    this.systems = systems;
  }

  Markup markup() {
    new PageOutline(this::header, this::tables, this::repeat)
        .render(
            page, figures, comparison.runs().getFirst().result().environment().kvbenchVersion());
    return page;
  }

  private void header() {
    page.element("h1", "Comparison: " + String.join(", ", comparison.columns()));
    new ComparisonBars(comparison, systems).render(page);
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
      page.text(
          ": " + run.result().origin().workload() + ", " + headline.sentence() + run.checks());
      page.element("small", directories.get(index)).close();
    }
    page.close();
  }

  private void differences() {
    page.element("h2", "Differences");
    if (comparison.differences().isEmpty()) {
      page.element("p", "None apart from the measurements.");
      return;
    }
    page.table(ComparisonSheets.differences(comparison));
  }

  private void standings() {
    if (comparison.standings().isEmpty()) {
      return;
    }
    page.element("h2", "Best in each figure");
    page.table(ComparisonSheets.standings(comparison));
    page.table(ComparisonSheets.repeats(comparison));
  }

  private void tables() {
    page.table(ComparisonSheets.summary(comparison), CellText::summary);
    Parts.list(
        page,
        RowNotes.summary(comparison.runs()).stream()
            .map(note -> note.rows() + ": " + note.text())
            .toList());
    page.table(ComparisonSheets.errors(comparison));
    page.table(ComparisonSheets.operations(comparison));
    page.table(ComparisonSheets.coordination(comparison));
    page.table(ComparisonSheets.account(comparison));
    page.table(ComparisonSheets.costs(comparison));
    page.table(ComparisonSheets.steady(comparison));
  }
}
