package io.kvbench.reports.html;

import io.kvbench.reports.html.Bars.Bar;
import io.kvbench.reports.html.Bars.Panel;
import io.kvbench.reports.suite.CellFigures;
import io.kvbench.reports.suite.Spread;
import io.kvbench.reports.suite.SuiteCells;
import io.kvbench.reports.suite.SuiteCells.Combination;
import io.kvbench.reports.suite.SuiteTitles;
import io.kvbench.results.figure.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One figure of all combinations as bars, in small multiples: the systems and the values of the
 * last axis are the bars of a panel, each combination of the other axes is a panel. A bar is the
 * median of its runs; a dot is a run, and the line through the dots their range.
 */
final class SuiteBars {
  private final SuiteCells cells;
  private final StyledSystems systems;
  private final Metric figure;
  private final List<String> ofRows;
  private final List<String> ofPanels;

  private SuiteBars(SuiteCells cells, StyledSystems systems, Metric figure) {
    this.cells = cells;
    this.systems = systems;
    this.figure = figure;
    List<String> others =
        cells.axes().stream().filter(axis -> !axis.equals(SuiteTitles.SYSTEM)).toList();
    ofPanels = others.isEmpty() ? List.of() : others.subList(0, others.size() - 1);
    ofRows = new ArrayList<>(cells.axes());
    ofRows.removeAll(ofPanels);
  }

  static Bars of(SuiteCells cells, StyledSystems systems, Metric figure) {
    return new SuiteBars(cells, systems, figure).bars();
  }

  private Bars bars() {
    List<String> values = new ArrayList<>(ofRows);
    values.remove(SuiteTitles.SYSTEM);
    List<Panel> panels = new ArrayList<>();
    by(ofPanels, cells.combinations())
        .forEach(
            (title, combinations) ->
                // Those that differ in the system only are beside each other.
                panels.add(
                    new Panel(
                        title,
                        by(values, combinations).values().stream()
                            .flatMap(List::stream)
                            .map(this::bar)
                            .toList())));
    return new Bars(figure.heading(), "", CellFigures.unit(figure), panels);
  }

  private static Map<String, List<Combination>> by(
      List<String> axes, List<Combination> combinations) {
    Map<String, List<Combination>> groups = new LinkedHashMap<>();
    for (Combination each : combinations) {
      groups
          .computeIfAbsent(SuiteTitles.of(axes, each.parameters()), unknown -> new ArrayList<>())
          .add(each);
    }
    return groups;
  }

  private Bar bar(Combination combination) {
    String label = SuiteTitles.of(ofRows, combination.parameters());
    Optional<Spread> spread = combination.spread(figure);
    List<Double> runs = spread.map(Spread::values).filter(all -> all.size() > 1).orElse(List.of());
    return new Bar(
        label.isEmpty() ? combination.system() : label,
        systems.style(combination.system()),
        spread.map(each -> OptionalDouble.of(each.median())).orElseGet(OptionalDouble::empty),
        runs,
        runs);
  }
}
