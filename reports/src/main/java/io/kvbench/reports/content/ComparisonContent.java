package io.kvbench.reports.content;

import io.kvbench.reports.compare.ComparedRun;
import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.RowNotes;
import io.kvbench.reports.compare.RunLabels;
import io.kvbench.reports.content.ComparisonCharts.Charts;
import io.kvbench.reports.document.Document;
import io.kvbench.reports.document.Document.Section;
import io.kvbench.reports.document.Element;
import io.kvbench.reports.document.Element.CellForm;
import io.kvbench.reports.document.Element.Folded;
import io.kvbench.reports.document.Element.Notes;
import io.kvbench.reports.document.Element.Prose;
import io.kvbench.reports.document.Element.Statement;
import io.kvbench.reports.document.Element.Subsection;
import io.kvbench.reports.document.Element.Tabulation;
import io.kvbench.reports.document.Tone;
import io.kvbench.results.directory.IntervalTrack;
import io.kvbench.results.figure.Quantities;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A comparison: the main figures as a picture and as a short table with the best group, verdicts,
 * the differences that make the runs incomparable, all runs over loads and over time, then the
 * older tools' table and everything else as tables.
 */
public final class ComparisonContent {
  private final Comparison comparison;

  private ComparisonContent(Comparison comparison) {
    this.comparison = comparison;
  }

  /** Returns the comparison without charts over time. */
  public static Document of(Comparison comparison) {
    return new ComparisonContent(comparison).document(new Charts(List.of(), List.of(), List.of()));
  }

  /** Returns the comparison of runs that were read with {@link IntervalTrack#READING}. */
  public static Document withCharts(Comparison comparison) {
    return new ComparisonContent(comparison).document(ComparisonCharts.of(comparison));
  }

  private Document document(Charts charts) {
    List<Element> answer = new ArrayList<>();
    MainFigures.answer(comparison).map(Prose::new).ifPresent(answer::add);
    MainFigures.bars("", comparison).ifPresent(answer::add);
    answer.add(Tabulation.of(MainFigures.sheet(comparison)));
    answer.add(verdicts());
    List<Element> all = new ArrayList<>();
    all.add(new Tabulation(ComparisonSheets.summary(comparison), CellForm.SUMMARY, false));
    List<String> notes =
        RowNotes.summary(comparison.runs()).stream()
            .map(note -> note.rows() + ": " + note.text())
            .toList();
    all.add(new Subsection("Notes", "on the rows above", List.of(new Notes(notes))));
    all.add(Tabulation.of(ComparisonSheets.errors(comparison)));
    all.add(Tabulation.of(ComparisonSheets.operations(comparison)));
    all.add(Tabulation.of(ComparisonSheets.coordination(comparison)));
    all.add(Tabulation.of(ComparisonSheets.account(comparison)));
    all.add(
        comparison.costs().isEmpty()
            ? new Subsection("Costs", "no data: the hosts were not sampled", List.of())
            : Tabulation.of(ComparisonSheets.costs(comparison)));
    all.add(Tabulation.of(ComparisonSheets.steady(comparison)));
    return new Document(
        "Comparison: " + names(),
        comparison.runs().getFirst().result().environment().kvbenchVersion(),
        List.of(
            Section.of("answer", "", answer),
            Section.of("differences", "Differences", List.of(differences())),
            Section.of(
                "best",
                "Best in each figure",
                List.of(
                    Tabulation.of(ComparisonSheets.standings(comparison)),
                    Tabulation.of(ComparisonSheets.repeats(comparison)))),
            Section.of("load", "By load", List.copyOf(charts.overLoad())),
            Section.of("time", "Over time", List.copyOf(charts.overTime())),
            Section.of("times", "Response times and client time", List.copyOf(charts.others())),
            Section.of("tables", "All figures", all),
            Section.of("repeat", "Reproduce", repeat())));
  }

  private String names() {
    boolean commas = comparison.columns().stream().anyMatch(name -> name.contains(","));
    return String.join(commas ? "; " : ", ", comparison.columns());
  }

  /** Returns the verdicts in a line with the checks that failed in each run, and then the runs. */
  private Statement verdicts() {
    List<ComparedRun> runs = comparison.runs();
    List<List<String>> failed =
        runs.stream().map(ComparedRun::failedChecks).filter(each -> !each.isEmpty()).toList();
    List<String> common = new ArrayList<>(failed.isEmpty() ? List.<String>of() : failed.getFirst());
    failed.forEach(common::retainAll);
    List<String> directories =
        RunLabels.directories(runs.stream().map(ComparedRun::directory).toList());
    // In alphabetical order, the worst verdict is the first.
    Map<String, Integer> counts = new TreeMap<>();
    List<String> lines = new ArrayList<>();
    Tone worst = Tone.GOOD;
    int partial = 0;
    for (ComparedRun run : runs) {
      Headline headline = Headline.of(run.result());
      counts.merge(headline.word(), 1, Integer::sum);
      worst = worst.compareTo(headline.tone()) < 0 ? headline.tone() : worst;
      partial += headline.isCovered() ? 0 : 1;
      List<String> others = new ArrayList<>(run.failedChecks());
      others.removeAll(common);
      lines.add(
          "%s (%s): %s, %s%s"
              .formatted(
                  run.label(),
                  directories.get(lines.size()),
                  headline.word(),
                  headline.sentence(),
                  others.isEmpty()
                      ? ""
                      : (common.isEmpty() ? " Failed: " : " Also: ")
                          + String.join(", ", others)
                          + "."));
    }
    return new Statement(
        worst,
        counts.entrySet().stream()
            .map(
                each ->
                    part(each.getValue())
                        + (each.getValue() == 1 ? " runs is " : " runs are ")
                        + each.getKey())
            .collect(Collectors.joining(", ")),
        checks(failed, common)
            + (partial == 0
                ? ""
                : " In "
                    + part(partial)
                    + ", the times cover only a part of the clients' busy time."),
        "Each run",
        lines);
  }

  private String part(int runs) {
    return Quantities.count(runs) + " of " + Quantities.count(comparison.runs().size());
  }

  private static String checks(List<List<String>> failed, List<String> common) {
    if (failed.isEmpty()) {
      return "all checks passed.";
    }
    return common.isEmpty()
        ? "different checks failed."
        : String.join(", ", common) + (failed.size() == 1 ? " failed." : " failed in each.");
  }

  private Element differences() {
    return comparison.differences().isEmpty()
        ? new Prose("None apart from the measurements.")
        : Tabulation.of(ComparisonSheets.differences(comparison));
  }

  private List<Element> repeat() {
    return comparison.runs().stream()
        .<Element>map(run -> new Folded(run.label(), PlanParts.of(run.plan(), run.result())))
        .toList();
  }
}
