package io.kvbench.reports.compare;

import io.kvbench.core.operation.OperationType;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.format.OperationResult;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rows of each type of operation; the summary covers all of them together. Times between
 * operations are the {@linkplain CoordinationRows coordination's}.
 */
final class OperationRows {
  private OperationRows() {}

  /** Returns the rows; none where every run has one type only. */
  static List<Row> of(List<ComparedRun> runs, List<Difference> differences) {
    Table table = new Table(runs, differences);
    if (runs.stream().anyMatch(run -> run.measured().types().size() > 1)) {
      Set<OperationType> types = new TreeSet<>();
      runs.forEach(run -> types.addAll(run.measured().types()));
      types.stream().filter(type -> !type.isBetween()).forEach(type -> add(table, type));
    }
    return table.rows();
  }

  private static void add(Table table, OperationType type) {
    for (Metric metric : BlockReplicates.FIGURES) {
      table.metric(
          type + " " + metric.statistic().map(Statistic::name).orElse(metric.words()),
          metric,
          run -> run.measured().only(type));
    }
    table.count(type + " errors", RowGroup.ERRORS, run -> errors(run.measured(), type));
  }

  private static OptionalLong errors(Measured measured, OperationType type) {
    List<OperationResult> of = measured.of(type);
    return of.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(of.stream().mapToLong(OperationResult::errorCount).sum());
  }
}
