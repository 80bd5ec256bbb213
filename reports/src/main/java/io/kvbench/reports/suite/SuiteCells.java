package io.kvbench.reports.suite;

import io.kvbench.results.directory.SuiteDocument;
import io.kvbench.results.directory.SuiteDocument.Cell;
import io.kvbench.results.directory.SuiteDocument.CellOutcome;
import io.kvbench.results.directory.SuiteDocument.Status;
import io.kvbench.results.figure.Metric;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The cells of a suite by combination, in the order of the axes.
 *
 * @param axes those on which there are several values, in order
 * @param definitions what each of several suites depends on, by its label; empty for one suite
 */
public record SuiteCells(
    SuiteDocument suite,
    List<String> axes,
    List<Combination> combinations,
    Map<String, Map<String, String>> definitions) {
  /** The axis of several suites that are looked at together. */
  static final String SUITE = "suite";

  /** More runs side by side can neither be read nor drawn. */
  public static final int MOST_COMPARED = 60;

  public static SuiteCells of(SuiteDocument suite) {
    return of(suite, Map.of());
  }

  private static SuiteCells of(SuiteDocument suite, Map<String, Map<String, String>> definitions) {
    Map<Integer, List<Cell>> cells = new TreeMap<>();
    for (Cell cell : suite.cells()) {
      cells.computeIfAbsent(cell.combination(), each -> new ArrayList<>()).add(cell);
    }
    return new SuiteCells(
        suite,
        suite.axes().stream().filter(axis -> varies(suite, axis)).toList(),
        cells.values().stream().map(Combination::of).toList(),
        definitions);
  }

  /**
   * Returns the cells of several suites as those of one, whose first axis is the suite. Paths of
   * results are omitted, as each is relative to its own suite.
   *
   * @param labels of the suites, unlike each other
   */
  public static SuiteCells together(List<String> labels, List<SuiteDocument> suites) {
    List<String> axes = new ArrayList<>(List.of(SUITE));
    List<Cell> cells = new ArrayList<>();
    Map<String, Map<String, String>> definitions = new LinkedHashMap<>();
    for (int index = 0; index < suites.size(); index++) {
      SuiteDocument suite = suites.get(index);
      String label = labels.get(index);
      definitions.put(label, suite.definition());
      int before = cells.stream().mapToInt(Cell::combination).max().orElse(0);
      suite.axes().stream().filter(axis -> !axes.contains(axis)).forEach(axes::add);
      suite.cells().forEach(cell -> cells.add(of(label, before, cell, suites.size() > 1)));
    }
    SuiteDocument first = suites.getFirst();
    return of(
        new SuiteDocument(
            SuiteDocument.SCHEMA,
            String.join(" and ", labels),
            first.startedAt(),
            suites.stream()
                .map(SuiteDocument::updatedAt)
                .max(Comparator.naturalOrder())
                .orElseThrow(),
            Map.of(),
            axes,
            cells),
        definitions);
  }

  private static Cell of(String suite, int before, Cell cell, boolean isOneOfMany) {
    Map<String, String> parameters = new HashMap<>(cell.parameters());
    parameters.put(SUITE, suite);
    return new Cell(
        cell.name(),
        isOneOfMany ? suite + ", " + cell.title() : cell.title(),
        before + cell.combination(),
        cell.system(),
        cell.workload(),
        parameters,
        cell.repeat(),
        cell.status(),
        cell.reason(),
        Optional.empty(),
        cell.startedAt(),
        cell.outcome(),
        List.of());
  }

  private static boolean varies(SuiteDocument suite, String axis) {
    return suite.cells().stream()
            .map(cell -> Optional.ofNullable(cell.parameters().get(axis)))
            .distinct()
            .count()
        > 1;
  }

  /** Returns the runs that are done, by combination and then by repeat. */
  public List<Cell> done() {
    return combinations.stream().flatMap(each -> each.done().stream()).toList();
  }

  /**
   * Returns the runs that are compared side by side: all that are done. Of more than {@value
   * #MOST_COMPARED} it is one of each combination, that of median throughput, and none of more
   * combinations than that.
   */
  public List<Cell> compared() {
    List<Cell> done = done();
    if (done.size() <= MOST_COMPARED) {
      return done;
    }
    List<Cell> medians =
        combinations.stream().flatMap(each -> each.median(Metric.THROUGHPUT).stream()).toList();
    return medians.size() <= MOST_COMPARED ? medians : List.of();
  }

  /**
   * The runs with the same parameters.
   *
   * @param cells by repeat, without those that are not needed
   */
  public record Combination(
      String title, String system, Map<String, String> parameters, List<Cell> cells) {
    static Combination of(List<Cell> cells) {
      Cell first = cells.getFirst();
      return new Combination(
          first.title(),
          first.system(),
          first.parameters(),
          cells.stream()
              .filter(cell -> cell.status() != Status.UNNEEDED)
              .sorted(Comparator.comparingInt(Cell::repeat))
              .toList());
    }

    /** Returns the runs that ended as planned. */
    public List<Cell> done() {
      return cells.stream().filter(cell -> cell.measured().isPresent()).toList();
    }

    List<CellOutcome> outcomes() {
      return cells.stream().flatMap(cell -> cell.measured().stream()).toList();
    }

    /** Returns a figure of all runs that are done and have it, ascending. */
    public List<Double> values(Metric figure) {
      return outcomes().stream()
          .flatMapToDouble(each -> CellFigures.of(figure, each).stream())
          .sorted()
          .boxed()
          .toList();
    }

    public long count(Status status) {
      return cells.stream().filter(cell -> cell.status() == status).count();
    }

    /** Returns the run with the median of a figure; empty where no run is done. */
    Optional<Cell> median(Metric figure) {
      List<Cell> sorted =
          done().stream()
              .sorted(
                  Comparator.comparingDouble(
                      cell -> CellFigures.of(figure, cell.measured().orElseThrow()).orElse(0)))
              .toList();
      return sorted.isEmpty() ? Optional.empty() : Optional.of(sorted.get(sorted.size() / 2));
    }
  }
}
