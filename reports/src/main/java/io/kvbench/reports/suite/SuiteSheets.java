package io.kvbench.reports.suite;

import io.kvbench.reports.suite.SuiteCells.Combination;
import io.kvbench.reports.table.Cell;
import io.kvbench.reports.table.Sheet;
import io.kvbench.reports.table.Sheet.Figure;
import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.CellOutcome;
import io.kvbench.results.directory.SuiteDocument.Status;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import io.kvbench.results.figure.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The tables of a suite. */
public final class SuiteSheets {
  private SuiteSheets() {}

  /** Returns the table of the combinations: medians over their runs. */
  public static Sheet combinations(SuiteCells cells) {
    boolean repeated = cells.combinations().stream().anyMatch(each -> each.cells().size() > 1);
    List<Figure<Combination>> figures = new ArrayList<>();
    figures.add(Figure.of("combination", each -> Cell.words(each.title())));
    figures.add(
        Figure.of("runs", each -> Cell.words(each.count(Status.DONE) + "/" + each.cells().size())));
    for (Metric metric : MetricLists.SUITE) {
      Unit unit = metric.unit().charted();
      figures.add(
          Figure.of(
              metric.words(), each -> Cell.of(CellFigures.median(each.values(metric)), unit)));
      if (repeated && metric == Metric.THROUGHPUT) {
        figures.add(Figure.of("min", each -> first(each.values(metric), unit)));
        figures.add(Figure.of("max", each -> first(each.values(metric).reversed(), unit)));
      }
    }
    figures.add(Figure.of("errors", SuiteSheets::errors));
    figures.add(Figure.of("verdict", each -> Cell.words(verdicts(each))));
    return Sheet.of(
        "Combinations",
        repeated ? "medians over runs; min and max are those of the throughput" : "",
        figures,
        cells.combinations());
  }

  /** Returns how several suites differ in what they depend on; no rows where they do not. */
  public static Sheet differences(SuiteCells cells) {
    Set<String> names = new TreeSet<>();
    cells.definitions().values().forEach(each -> names.addAll(each.keySet()));
    List<Figure<String>> figures = new ArrayList<>();
    figures.add(Figure.of("line", Cell::words));
    cells
        .definitions()
        .forEach(
            (label, definition) ->
                figures.add(
                    Figure.of(label, name -> Cell.words(definition.getOrDefault(name, "")))));
    return Sheet.of(
        "Differences",
        "of what the suites' files, their workload files and command lines say",
        figures,
        names.stream()
            .filter(
                name ->
                    cells.definitions().values().stream()
                            .map(each -> Optional.ofNullable(each.get(name)))
                            .distinct()
                            .count()
                        > 1)
            .toList());
  }

  private static Cell first(List<Double> values, Unit unit) {
    return values.isEmpty() ? new Cell.Absent() : Cell.of(values.getFirst(), unit);
  }

  private static Cell errors(Combination combination) {
    List<CellOutcome> outcomes = combination.outcomes();
    return outcomes.isEmpty()
        ? new Cell.Absent()
        : Cell.of(outcomes.stream().mapToLong(CellOutcome::errorCount).sum(), Unit.COUNT);
  }

  /** Returns how many runs got which verdict, or did not come to their end. */
  private static String verdicts(Combination combination) {
    Map<String, Integer> counts = new TreeMap<>();
    for (SuiteDocument.Cell cell : combination.cells()) {
      String word =
          cell.measured()
              .map(CellOutcome::verdict)
              .orElseGet(
                  () -> cell.status() == Status.SKIPPED ? "not run" : cell.status().toString());
      counts.merge(word, 1, Integer::sum);
    }
    return counts.entrySet().stream()
        .map(
            each ->
                each.getKey() + (combination.cells().size() > 1 ? " " + each.getValue() + "×" : ""))
        .collect(Collectors.joining(", "));
  }
}
