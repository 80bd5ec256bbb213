package io.kvbench.reports.html;

import io.kvbench.reports.compare.Comparison;
import io.kvbench.reports.compare.Estimates;
import io.kvbench.reports.compare.Estimates.Estimate;
import io.kvbench.reports.compare.Marks;
import io.kvbench.reports.compare.RunGroup;
import io.kvbench.reports.html.Bars.Bar;
import io.kvbench.reports.html.Bars.Panel;
import io.kvbench.results.figure.Quantities;
import io.kvbench.results.format.Verdict.Validity;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** The figures that come first in a comparison, as bars with their confidence intervals. */
final class ComparisonBars {
  private final Comparison comparison;
  private final StyledSystems systems;

  ComparisonBars(Comparison comparison, StyledSystems systems) {
    this.comparison = comparison;
    this.systems = systems;
  }

  void render(Markup page) {
    if (comparison.estimates().isEmpty()) {
      return;
    }
    page.element("p", about(), "class", "subject");
    page.open("div", "class", "panels");
    comparison.estimates().forEach(each -> bars(each).render(page));
    page.close();
  }

  /** Few runs reach a lower level only, which has to be said. */
  private String about() {
    boolean repeated = comparison.groups().stream().anyMatch(RunGroup::isRepeated);
    List<Double> levels =
        comparison.estimates().stream()
            .flatMap(each -> each.levels().stream())
            .distinct()
            .sorted()
            .toList();
    String bar = repeated ? "A bar is the median of a group's runs, a dot one run." : "";
    if (levels.isEmpty()) {
      return (bar + " There is too little data for confidence intervals.").strip();
    }
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
    return (bar + " A line over a bar is a confidence interval (" + level + "), " + of + ".")
        .strip();
  }

  private static String percent(double level) {
    return Quantities.percent(level, 1).replace(".0 %", " %");
  }

  private Bars bars(Estimates figure) {
    List<Bar> bars =
        IntStream.range(0, figure.groups().size())
            .mapToObj(group -> bar(comparison.groups().get(group), figure.groups().get(group)))
            .toList();
    String marks = Marks.of(figure.notComparable());
    return new Bars(
        title(figure.title()),
        (figure.moreIsBetter() ? "More is better." : "Less is better.")
            + (marks.isEmpty() ? "" : " Not comparable because of differences " + marks + "."),
        figure.unit(),
        List.of(new Panel("", bars)));
  }

  /** Names such as p50 begin with a small letter everywhere. */
  private static String title(String words) {
    return Character.isDigit(words.charAt(1))
        ? words
        : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  private Bar bar(RunGroup group, Estimate estimate) {
    Validity worst =
        group.runs().stream()
            .map(run -> comparison.runs().get(run).result().verdict().validity())
            .max(Comparator.naturalOrder())
            .orElse(Validity.VALID);
    return new Bar(
        group.title() + (worst == Validity.VALID ? "" : ", " + worst),
        systems.style(comparison.runs().get(group.runs().getFirst()).result().system().name()),
        estimate.value(),
        estimate.range().map(range -> List.of(range.low(), range.high())).orElse(List.of()),
        group.isRepeated() ? estimate.runs() : List.of());
  }
}
