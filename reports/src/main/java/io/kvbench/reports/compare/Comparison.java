package io.kvbench.reports.compare;

import java.util.List;

/**
 * Several runs held against each other.
 *
 * @param differences what explains figures other than the systems, and makes rows incomparable
 * @param summary the rows of the older tools' table
 * @param operations each type of operation by itself; none where no run has several
 * @param coordination what was noticed of locks, leases and watchers; none where no run has any
 * @param account where the clients' time went
 * @param costs what operations and bytes cost, as far as anything is known
 * @param standings who is best in what
 */
public record Comparison(
    List<ComparedRun> runs,
    List<Difference> differences,
    List<Row> summary,
    List<Row> operations,
    List<Row> coordination,
    List<Row> account,
    List<Row> costs,
    List<Ranking> standings) {
  public Comparison {
    runs = List.copyOf(runs);
    differences = List.copyOf(differences);
    summary = List.copyOf(summary);
    operations = List.copyOf(operations);
    coordination = List.copyOf(coordination);
    account = List.copyOf(account);
    costs = List.copyOf(costs);
    standings = List.copyOf(standings);
  }

  /**
   * Compares runs.
   *
   * @param runs at least one
   */
  public static Comparison of(List<ComparedRun> runs) {
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("no runs");
    }
    List<Difference> differences = Differences.between(runs);
    List<Row> coordination = CoordinationRows.of(runs, differences);
    List<Row> costs = CostRows.of(runs, differences);
    return new Comparison(
        runs,
        differences,
        SummaryRows.of(runs, differences),
        OperationRows.of(runs, differences),
        coordination,
        AccountRows.of(runs),
        costs,
        Rankings.of(runs, differences, coordination, costs));
  }
}
