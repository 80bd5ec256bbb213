package io.kvbench.reports.compare;

import io.kvbench.core.operation.OperationType;
import io.kvbench.reports.run.ClientTimePart;
import io.kvbench.results.figure.Metric;
import io.kvbench.results.figure.MetricLists;
import io.kvbench.results.figure.Statistic;
import io.kvbench.results.figure.Unit;
import io.kvbench.results.format.OperationResult;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rows of each type of operation, and those of client time by activity. The summary covers all
 * types together. Times between operations are the {@linkplain CoordinationRows coordination's}.
 */
final class OperationRows {
  private OperationRows() {}

  /** Returns the rows; none where every run has one type only. */
  static List<Row> of(List<ComparedRun> runs, List<Difference> differences) {
    Table table = new Table(runs, differences);
    if (runs.stream().anyMatch(run -> run.measured().types().size() > 1)) {
      types(runs).stream().filter(type -> !type.isBetween()).forEach(type -> add(table, type));
    }
    return table.rows();
  }

  static Set<OperationType> types(List<ComparedRun> runs) {
    Set<OperationType> types = new TreeSet<>();
    runs.forEach(run -> types.addAll(run.measured().types()));
    return types;
  }

  private static void add(Table table, OperationType type) {
    for (Metric metric : MetricLists.COMPARED) {
      table.metric(
          type + " " + metric.statistic().map(Statistic::name).orElse(metric.words()),
          metric,
          run -> run.measured().only(type));
    }
    table.count(
        type + " errors",
        RowGroup.ERRORS,
        run ->
            run.measured().of(type).stream()
                .mapToDouble(OperationResult::errorCount)
                .reduce(Double::sum)
                .orElse(Double.NaN));
  }

  /** Returns where the clients' time went. */
  static List<Row> account(List<ComparedRun> runs) {
    Table table = new Table(runs, List.of());
    table.cells("verdict", RowGroup.WORK, RunConditions::verdict);
    table.figure(
        "operations in flight on average",
        RowGroup.WORK,
        Unit.MEAN,
        run -> run.measured().concurrency().orElse(Double.NaN));
    table.cells("clients", RowGroup.WORK, RunConditions::mostClients);
    if (runs.stream()
        .flatMap(run -> run.measured().phases().stream())
        .anyMatch(phase -> phase.mostConnections() > phase.load().connections())) {
      table.cells("connections", RowGroup.WORK, RunConditions::mostConnections);
    }
    for (ClientTimePart part : ClientTimePart.values()) {
      if (part == ClientTimePart.HOLDING
          && runs.stream().allMatch(run -> part.nanos(run.measured().clientTime()) == 0)) {
        continue; // Only some kinds of requests hold a lock.
      }
      String name =
          switch (part) {
            case OK -> "client time in " + part.title();
            case OTHER_ANSWERS, ERRORS -> "in " + part.title();
            default -> part.title();
          };
      table.figure(
          name,
          RowGroup.WORK,
          Unit.SHARE,
          run -> part.share(run.measured().clientTime()).orElse(Double.NaN));
    }
    return table.rows();
  }
}
