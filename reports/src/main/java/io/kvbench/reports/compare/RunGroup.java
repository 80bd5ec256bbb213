package io.kvbench.reports.compare;

import io.kvbench.reports.table.Cell;
import io.kvbench.results.statistics.Quantiles;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Runs of a comparison that are repeats of each other; often a single one.
 *
 * @param label unlike that of other groups
 * @param runs their indices in the comparison, at least one, in the order in which they began
 */
public record RunGroup(String label, List<Integer> runs) {
  public RunGroup {
    runs = List.copyOf(runs);
  }

  public boolean isRepeated() {
    return runs.size() > 1;
  }

  /** Returns its label with the number of runs where there are several. */
  public String title() {
    return isRepeated() ? label + " (" + runs.size() + " runs)" : label;
  }

  /** Returns the known figures of its runs, of those of all runs of the comparison. */
  double[] of(double... all) {
    return runs.stream().mapToDouble(run -> all[run]).filter(Double::isFinite).toArray();
  }

  /** Returns the median of its runs' figures; not a number where none is known. */
  double median(double... all) {
    return Quantiles.median(of(all));
  }

  /** Returns one cell for its runs: the median of figures, and every text that there is. */
  public Cell cell(List<Cell> all) {
    List<Cell> own = runs.stream().map(all::get).toList();
    List<Cell.Figure> figures =
        own.stream().filter(Cell.Figure.class::isInstance).map(Cell.Figure.class::cast).toList();
    if (!figures.isEmpty()) {
      double[] values = figures.stream().mapToDouble(Cell.Figure::value).toArray();
      return new Cell.Figure(Quantiles.median(values), figures.getFirst().unit());
    }
    return Cell.words(
        own.stream()
            .filter(Cell.Words.class::isInstance)
            .map(cell -> ((Cell.Words) cell).text())
            .distinct()
            .collect(Collectors.joining(", ")));
  }

  /** Returns a row with one cell for each group instead of one for each run. */
  static Row row(Row row, List<RunGroup> groups) {
    return new Row(
        row.name(),
        row.rawName(),
        row.group(),
        row.better(),
        groups.stream().map(group -> group.cell(row.cells())).toList(),
        row.notComparable());
  }
}
