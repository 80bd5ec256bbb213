package io.kvbench.reports.compare;

import java.util.List;
import java.util.Map;

/**
 * A comparison of several runs. Rows have a cell for each group of repeats: the median of its runs.
 *
 * @param runs in the order in which they were given
 * @param groups the runs that are repeats of each other; where no run was repeated, one for each
 * @param estimates the figures that come first, of each group with its limits
 * @param steady the runs whose throughput is not that of their steady state
 * @param repeats the figures of groups of several runs
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
    List<RunGroup> groups,
    List<Estimates> estimates,
    List<SteadyRun> steady,
    List<RepeatedFigure> repeats,
    List<Difference> differences,
    List<Row> summary,
    List<Row> operations,
    List<Row> coordination,
    List<Row> account,
    List<Row> costs,
    List<Ranking> standings) {
  public Comparison {
    runs = List.copyOf(runs);
    groups = List.copyOf(groups);
    estimates = List.copyOf(estimates);
    steady = List.copyOf(steady);
    repeats = List.copyOf(repeats);
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
    List<RunGroup> groups = RunGroups.of(runs);
    List<Row> coordination = CoordinationRows.of(runs, differences);
    List<Row> costs = CostRows.of(runs, differences);
    Map<Integer, BlockReplicates> single = BlockReplicates.single(runs, groups);
    return new Comparison(
        runs,
        groups,
        Estimates.of(runs, groups, differences, single, costs),
        SteadyRun.of(runs),
        RepeatedFigure.of(runs, groups),
        differences,
        perGroup(SummaryRows.of(runs, differences), groups),
        perGroup(OperationRows.of(runs, differences), groups),
        perGroup(coordination, groups),
        perGroup(AccountRows.of(runs), groups),
        perGroup(costs, groups),
        Rankings.of(runs, groups, differences, single, coordination, costs));
  }

  /** Returns the runs that are repeats of each other, also two that the groups keep apart. */
  public List<RunGroup> repeatedRuns() {
    return RunGroups.repeats(runs);
  }

  private static List<Row> perGroup(List<Row> rows, List<RunGroup> groups) {
    return rows.stream().map(row -> RunGroup.row(row, groups)).toList();
  }

  /** Returns the names of the columns, one for each group. */
  public List<String> columns() {
    return groups.stream().map(RunGroup::title).toList();
  }
}
