package io.kvbench.reports.compare;

import io.kvbench.core.measure.TimeHistogram;
import io.kvbench.core.operation.OperationType;
import io.kvbench.reports.table.Unit;
import io.kvbench.results.format.OperationResult;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Each type of operation by itself: what all of them together are, the summary says. Times between
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
    table.figure(
        type + " throughput",
        RowGroup.THROUGHPUT,
        Unit.PER_SECOND,
        run -> run.measured().okPerSecond(type));
    time(
        table,
        type,
        "mean",
        times ->
            times.count() == 0 ? OptionalDouble.empty() : OptionalDouble.of(times.meanNanos()));
    time(table, type, "p50", times -> Measured.percentileNanos(times, 50));
    time(table, type, "p99", times -> Measured.percentileNanos(times, 99));
    time(table, type, "p99.9", times -> Measured.percentileNanos(times, 99.9));
    table.count(type + " errors", RowGroup.ERRORS, run -> errors(run.measured(), type));
  }

  private static void time(
      Table table, OperationType type, String name, Function<TimeHistogram, OptionalDouble> time) {
    table.figure(
        type + " " + name,
        RowGroup.TIMES,
        Unit.NANOS,
        run -> time.apply(run.measured().response(type)));
  }

  private static OptionalLong errors(Measured measured, OperationType type) {
    List<OperationResult> of = measured.of(type);
    return of.isEmpty()
        ? OptionalLong.empty()
        : OptionalLong.of(of.stream().mapToLong(OperationResult::errorCount).sum());
  }
}
