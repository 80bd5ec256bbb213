package io.kvbench.reports.content;

import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.Difference;
import io.kvbench.reports.compare.Estimates;
import io.kvbench.reports.compare.Estimates.Estimate;
import io.kvbench.reports.compare.Marks;
import io.kvbench.reports.compare.Ranking;
import io.kvbench.reports.compare.RunGroup;
import io.kvbench.reports.document.Chart.Bar;
import io.kvbench.reports.document.Chart.Bars;
import io.kvbench.reports.document.Chart.Panel;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.reports.text.CellText;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.RunResult;
import io.kvbench.results.format.Verdict.Validity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The main figures of a comparison: as bars with confidence intervals, and as a short table. */
public final class MainFigures {
  private MainFigures() {}

  /**
   * Returns the bars; empty where no figure is known.
   *
   * @param title what they are of; empty where the place says so
   */
  public static Optional<Bars> bars(String title, Comparison comparison) {
    return comparison.estimates().isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Bars(
                "figures",
                title.isEmpty() ? "Main figures" : title,
                about(comparison),
                false,
                comparison.estimates().stream().map(each -> panel(each, comparison)).toList()));
  }

  private static String about(Comparison comparison) {
    boolean repeated = comparison.groups().stream().anyMatch(RunGroup::isRepeated);
    List<Double> levels =
        comparison.estimates().stream()
            .flatMap(each -> each.levels().stream())
            .distinct()
            .sorted()
            .toList();
    String bar = repeated ? "A bar is the median of a group's runs, a dot one run. " : "";
    if (levels.isEmpty()) {
      return bar + "There is too little data for confidence intervals.";
    }
    // With few runs the confidence level is lower, which the text states.
    String level =
        levels.size() == 1
            ? percent(levels.getFirst())
            : percent(levels.getFirst())
                + " to "
                + percent(levels.getLast())
                + ", as far as the number of runs allows";
    String of =
        repeated
            ? "over runs; of single runs, over blocks of seconds"
            : "over blocks of seconds within each run";
    return bar + "A line over a bar is a confidence interval (" + level + "), " + of + ".";
  }

  private static String percent(double level) {
    return Quantities.percent(level, 1).replace(".0 %", " %");
  }

  private static Panel panel(Estimates figure, Comparison comparison) {
    String marks = Marks.of(figure.notComparable());
    return new Panel(
        name(figure),
        direction(figure.moreIsBetter())
            + (marks.isEmpty() ? "" : " Not comparable because of differences " + marks + "."),
        IntStream.range(0, figure.groups().size())
            .mapToObj(group -> bar(figure, group, comparison))
            .toList());
  }

  private static Bar bar(Estimates figure, int group, Comparison comparison) {
    RunGroup runs = comparison.groups().get(group);
    Estimate estimate = figure.groups().get(group);
    Validity worst =
        runs.runs().stream()
            .map(run -> comparison.runs().get(run).result().verdict().validity())
            .max(Comparator.naturalOrder())
            .orElse(Validity.VALID);
    RunResult first = comparison.runs().get(runs.runs().getFirst()).result();
    return new Bar(
        runs.title() + (worst == Validity.VALID ? "" : ", " + worst),
        Strokes.system(first.system().name()),
        estimate.value(),
        CellText.plain(Cell.of(estimate.value(), figure.unit())),
        estimate.range().map(range -> List.of(range.low(), range.high())).orElse(List.of()),
        runs.isRepeated() ? estimate.runs() : List.of());
  }

  /** Names such as p50 begin with a small letter everywhere. */
  private static String name(Estimates figure) {
    String words = figure.title();
    return Character.isDigit(words.charAt(1))
        ? words
        : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  /** Returns who is ahead in the first figure that is ranked, and what speaks against saying so. */
  static Optional<String> answer(Comparison comparison) {
    return comparison.standings().stream().findFirst().map(each -> answer(each, comparison));
  }

  private static String answer(Ranking first, Comparison comparison) {
    String best = comparison.groups().get(first.best()).title();
    String next = comparison.groups().get(first.next()).title();
    String value = Quantities.of(first.bestValue(), first.unit());
    if (first.isTie()) {
      return "%s and %s are equal in %s, at %s.".formatted(best, next, first.figure(), value);
    }
    List<String> doubts = new ArrayList<>();
    switch (first.noise().judgement()) {
      case OUTSIDE -> {}
      case WITHIN -> doubts.add("the difference is within the noise");
      case UNKNOWN -> doubts.add("the noise is unknown");
      case TOO_FEW -> doubts.add("there are too few operations to tell it from noise");
      case TOO_FEW_RUNS -> doubts.add("there are too few runs to tell it from noise");
    }
    if (!first.notComparable().isEmpty()) {
      doubts.add(
          "the runs differ in "
              + comparison.differences().stream()
                  .filter(each -> first.notComparable().contains(each.number()))
                  .map(Difference::subject)
                  .collect(Collectors.joining(", ")));
    }
    long flawed =
        comparison.runs().stream()
            .filter(run -> run.result().verdict().validity() != Validity.VALID)
            .count();
    if (flawed > 0) {
      doubts.add(
          "%d of %d runs %s not VALID"
              .formatted(flawed, comparison.runs().size(), flawed == 1 ? "is" : "are"));
    }
    String ahead =
        "%s is ahead in %s: %s, then %s with %s"
            .formatted(
                best, first.figure(), value, next, Quantities.of(first.nextValue(), first.unit()));
    return doubts.isEmpty()
        ? ahead + "."
        : ahead + ". That does not establish a difference: " + String.join("; ", doubts) + ".";
  }

  /** Returns the figures of each group, what is best, and whether that exceeds the noise. */
  static Sheet sheet(Comparison comparison) {
    List<Figure<Estimates>> columns = new ArrayList<>();
    columns.add(Figure.of("figure", figure -> Cell.words(name(figure))));
    for (int index = 0; index < comparison.groups().size(); index++) {
      int group = index;
      columns.add(
          Figure.of(
              comparison.columns().get(group),
              figure -> Cell.of(figure.groups().get(group).value(), figure.unit())));
    }
    if (comparison.groups().size() > 1) {
      columns.add(Figure.of("best", figure -> Cell.words(best(figure, comparison))));
    }
    return Sheet.of("Main figures", "", columns, comparison.estimates());
  }

  private static String best(Estimates figure, Comparison comparison) {
    return comparison.standings().stream()
        .filter(
            each ->
                figure.title().equals(each.figure())
                    || figure.title().equals(each.figure() + " response time"))
        .findFirst()
        .map(ranking -> best(ranking, comparison))
        .orElse("");
  }

  private static String best(Ranking ranking, Comparison comparison) {
    String marks =
        ranking.notComparable().isEmpty()
            ? ""
            : "; not comparable " + Marks.of(ranking.notComparable());
    if (ranking.isTie()) {
      return "equal" + marks;
    }
    String best = comparison.groups().get(ranking.best()).title();
    String amount = ranking.nextValue() == 0 ? "" : CellText.change(ranking.difference()) + ", ";
    return switch (ranking.noise().judgement()) {
          case OUTSIDE -> best + " (" + amount + "more than the noise)";
          case WITHIN -> "no difference beyond the noise (" + amount + best + ")";
          case UNKNOWN -> best + " (" + amount + "noise unknown)";
          case TOO_FEW -> best + " (" + amount + "too few operations to tell)";
          case TOO_FEW_RUNS -> best + " (" + amount + "too few runs to tell)";
        }
        + marks;
  }

  /** Returns which values of a figure are the good ones, as a sentence. */
  static String direction(boolean moreIsBetter) {
    return moreIsBetter ? "Higher is better." : "Lower is better.";
  }
}
