package io.kvbench.reports.compare;

import java.util.List;

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
  /**
   * Compares runs.
   *
   * @param runs at least one
   */
  public static Comparison of(List<ComparedRun> runs) {
    if (runs.isEmpty()) {
      throw new IllegalArgumentException("no runs");
    }
    ComparedGroups groups = ComparedGroups.of(runs);
    List<Difference> differences = groups.differences();
    List<Row> coordination = CoordinationRows.of(runs, differences);
    List<Row> costs = CostRows.of(runs, differences);
    return new Comparison(
        groups.runs(),
        groups.groups(),
        Estimates.of(groups, costs),
        SteadyRun.of(runs),
        RepeatedFigure.of(groups),
        differences,
        groups.rows(SummaryRows.of(runs, differences)),
        groups.rows(OperationRows.of(runs, differences)),
        groups.rows(coordination),
        groups.rows(OperationRows.account(runs)),
        groups.rows(costs),
        Ranking.of(groups, coordination, costs));
  }

  /** Returns the runs that are repeats of each other, also two that the groups keep apart. */
  public List<RunGroup> repeatedRuns() {
    return RunGroups.repeats(runs);
  }

  /** Returns the names of the columns, one for each group. */
  public List<String> columns() {
    return groups.stream().map(RunGroup::title).toList();
  }
}
