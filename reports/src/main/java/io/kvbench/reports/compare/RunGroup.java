package io.kvbench.reports.compare;

import io.kvbench.reports.table.Cell;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.statistics.Quantiles;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs of a comparison that are repeats of each other; often a single one.
 *
 * @param label unlike that of other groups
 * @param runs their indices in the comparison, at least one, in the order in which they began
 */
public record RunGroup(String label, List<Integer> runs) {
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
    Optional<Unit> unit = Row.unit(own);
    if (unit.isPresent()) {
      double[] values = own.stream().flatMapToDouble(cell -> cell.figure().stream()).toArray();
      return new Cell.Figure(Quantiles.median(values), unit.get());
    }
    return Cell.words(
        own.stream()
            .flatMap(
                cell -> cell instanceof Cell.Words words ? Stream.of(words.text()) : Stream.of())
            .distinct()
            .collect(Collectors.joining(", ")));
  }

  /** Returns whether a run of this group and one of another differ in something. */
  boolean differsFrom(RunGroup other, Difference difference) {
    return runs.stream()
        .anyMatch(one -> other.runs.stream().anyMatch(two -> difference.isBetween(one, two)));
  }
}
